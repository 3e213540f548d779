// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.cli.Terminal.Result;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImportCommandTest {

    private static final String TOPIC = "site/{building}/meter/{id}";

    @TempDir
    private Path folder;

    private Path data;
    private Terminal terminal;

    @BeforeEach
    void createFolders() throws IOException {
        var home = Files.createDirectories(folder.resolve("extensions/hivemq-tdengine-extension"));
        terminal = Terminal.with(home, Terminal.CONFIGURATION);
        data = Files.createDirectories(folder.resolve("data/hivemq-tdengine-extension"));
    }

    private Result run(String name, String content, String... options) throws IOException {
        return run(name, content.getBytes(UTF_8), options);
    }

    private Result run(String name, byte[] content, String... options) throws IOException {
        var file = Files.write(folder.resolve(name), content);
        var all = new ArrayList<>(List.of("import", file.toString(), "--topic", TOPIC));
        all.addAll(Arrays.asList(options));
        return terminal.run(all.toArray(String[]::new));
    }

    private List<LoggedMessage> imported() throws IOException {
        var messages = new ArrayList<LoggedMessage>();
        try (var files = Files.newDirectoryStream(data.resolve("replay"), "*.jsonl")) {
            for (var file : files) {
                try (var reader = DeadLetterReader.ofMessages(file, 0, 0, 1_000_000)) {
                    for (var line = reader.next(); line != null; line = reader.next()) {
                        assertThat(line.problem()).isNull();
                        messages.add(line.letter());
                    }
                }
            }
        }
        return messages;
    }

    @Test
    void shouldMakeEachLineOfCsvAMessage() throws IOException {
        var result = run("old.csv", """
                building,id,when,t,v,note
                b1,7,2025-01-31T08:00:00+08:00,1738310400000,229.70,"a ""b"", 007"
                b2,007,2025-01-31T00:00:01Z,1738310400001,-1e3,
                """, "--time", "when");

        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("Lines: 2, failed: 0", "Route meters: rows: 2", "Written to ");
        var messages = imported();
        assertThat(messages).extracting(LoggedMessage::routeId).containsOnly("meters");
        var first = messages.get(0).message();
        assertThat(first.topic()).isEqualTo("site/b1/meter/7");
        assertThat(first.arrivalMicros()).isEqualTo(1_738_281_600_000_000L);
        assertThat(first.clientId()).isEqualTo("import");
        assertThat(new String(first.payload(), UTF_8)).isEqualTo("""
                {"building":"b1","id":7,"when":"2025-01-31T08:00:00+08:00","t":1738310400000,"v":229.70,\
                "note":"a \\"b\\", 007"}""");
        assertThat(messages.get(1).message().topic()).isEqualTo("site/b2/meter/007");
        assertThat(new String(messages.get(1).message().payload(), UTF_8))
                .contains("\"id\":\"007\"", "\"v\":-1E+3", "\"note\":null");
    }

    @Test
    void shouldMakeEachObjectOfJsonAMessage() throws IOException {
        var lines =
                "\uFEFF{\"building\":\"b\",\"id\":1,\"t\":1738310400000,\"v\":1.10,\"a\":{\"b/c\":1738310400.25}}\r\n\n"
                        + "{\"building\":\"b\",\"id\":2,\"t\":1738310400000,\"v\":2,\"a\":{\"b/c\":1738310400250000000}}";

        var result = run("old.ndjson", lines, "--time", "/a/b~1c", "--client", "historian");

        assertThat(result.err() + result.out()).contains("Route meters: rows: 2");
        assertThat(imported())
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.message())
                        .satisfies(
                                message -> assertThat(message.arrivalMicros()).isEqualTo(1_738_310_400_250_000L))
                        .satisfies(message -> assertThat(message.clientId()).isEqualTo("historian")));
        assertThat(new String(imported().get(0).message().payload(), UTF_8))
                .startsWith("{\"building\"")
                .contains("\"v\":1.10")
                .endsWith("}");
    }

    @Test
    void shouldTakeThePayloadOfAColumn() throws IOException {
        run(
                "old.csv",
                "building;id;body\nb;1;\"{\"\"t\"\":1,\"\"v\"\":2}\"\n",
                "--payload",
                "body",
                "--separator",
                ";");

        assertThat(imported()).hasSize(1);
        assertThat(new String(imported().get(0).message().payload(), UTF_8)).isEqualTo("{\"t\":1,\"v\":2}");
    }

    @Test
    void shouldReadOtherCharsets() throws IOException {
        var text = "building,id,t,v\n\u4e00\u53f7\u697c,1,1738310400000,2\n".getBytes(Charset.forName("GB18030"));

        var wrong = run("old.csv", text);
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.out()).contains("it is not UTF-8; give its charset, such as --charset GB18030");
        assertThat(data.resolve("replay")).isEmptyDirectory();

        assertThat(run("old.csv", text, "--charset", "GB18030").code()).isZero();
        assertThat(imported().get(0).message().topic()).isEqualTo("site/\u4e00\u53f7\u697c/meter/1");
    }

    @Test
    void shouldImportNothingIfALineWouldNotBeStored() throws IOException {
        var lines = """
                building,id,t,v
                b,1,1738310400000,2
                b,2,1738310400000,high
                test,3,1738310400000,2
                b+,4,1738310400000,2
                ,5,1738310400000,2
                """;

        var result = run("old.csv", lines);

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("line 3: meters: ", "voltage")
                .contains("line 4: no route wants the topic site/test/meter/3")
                .contains("line 5: \"site/b+/meter/4\" is not a topic")
                .contains("line 6: \"building\" has no value")
                .contains("Lines: 5, failed: 4", "Nothing is imported. Correct the mapping");
        assertThat(data.resolve("replay")).isEmptyDirectory();

        assertThat(run("old.csv", lines, "--only-stored").code()).isEqualTo(1);
        assertThat(imported()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a.csv  | building,id\\nb,1,2\\n           | line 2: it has 3 values for 2 columns
            a.csv  | building,id\\nb\\n               | line 2: it has 1 values for 2 columns
            a.csv  | building,id,id\\nb,1,1\\n        | line 1: two columns have the name "id"
            a.csv  | building,id\\nb,"1\\n            | it is not valid CSV
            a.csv  | building,id\\n                  | has no line with values
            a.csv  | ''                             | has no line with values
            a.json | []\\n                           | line 1: it is not a JSON object; a file of CSV needs
            a.json | {"building":\\n                 | line 1: it is not a JSON object:
            a.json | {"building":{},"id":1}\\n       | line 1: "building" is an object or an array
            a.json | {"id":1}\\n                     | line 1: there is no "building"; there is id
            """)
    void shouldSayWhatIsWrongWithAFile(String name, String content, String sentence) throws IOException {
        var result = run(name, content.replace("\\n", "\n"));

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains(sentence);
        assertThat(data.resolve("replay")).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({
        "noon, '\"noon\" is not a time'",
        "2025-01-31 08:00:00.5, give its zone",
        "20250131080000, which is before March 1973 or after tomorrow",
        "45688.333, which is before March 1973 or after tomorrow",
        "2025-02-31T00:00:00Z, is not a time",
        "99999999999999999999, is not a time",
    })
    void shouldSayWhichTimesThereAre(String time, String sentence) throws IOException {
        var result = run("old.csv", "building,id,t,v,at\nb,1,1,2," + time + "\n", "--time", "at");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("line 2: ").contains(sentence);
    }

    @ParameterizedTest
    @CsvSource({
        "2025-01-31 08:00:00.5, 1738281600500000",
        "2025-01-31T08:00:00, 1738281600000000",
        "2025/1/31 8:00, 1738281600000000",
        "2025-01-31, 1738252800000000",
        "'2025-01-31T08:00:00,25', 1738281600250000",
        "20250131T080000+08, 1738281600000000",
        "2025-01-31 08:00:00+0800, 1738281600000000",
        "1738281600, 1738281600000000",
        "1738281600123, 1738281600123000",
        "1738281600123456, 1738281600123456",
        "1738281600123456789, 1738281600123456",
    })
    void shouldReadTimes(String time, long micros) throws IOException {
        run(
                "old.csv",
                "building,id,t,v,at\nb,1,1,2,\"" + time + "\"\n",
                "--time",
                "at",
                "--time-zone",
                "Asia/Shanghai");

        assertThat(imported().get(0).message().arrivalMicros()).isEqualTo(micros);
    }

    @Test
    void shouldRefuseTimesThatAClockSkipsOrRepeats() throws IOException {
        var lines = "building,id,t,v,at\nb,1,1,2,2025-03-30 02:30\nb,1,1,2,2025-10-26 02:30\n";

        var result = run("old.csv", lines, "--time", "at", "--time-zone", "Europe/Berlin");

        assertThat(result.out())
                .contains("line 2: the time \"2025-03-30 02:30\" is skipped in Europe/Berlin")
                .contains("line 3: the time \"2025-10-26 02:30\" is ambiguous in Europe/Berlin");
    }

    @Test
    void shouldImportNothingOfAFileThatCannotBeReadToItsEnd() throws IOException {
        var lines = "building,id,t,v\n" + "b,1,1738310400000,2\n".repeat(3) + "b,\"x\"y,1,2\n"
                + "b,1,1738310400000,2\n".repeat(3);

        var result = run("old.csv", lines, "--only-stored");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("The file can't be read after line 4: it is not valid CSV", "Nothing is imported");
        assertThat(data.resolve("replay")).isEmptyDirectory();
    }

    @Test
    void shouldWriteALineForAllOfItsRoutesOrForNone() throws IOException {
        var meters = Terminal.CONFIGURATION.substring(
                Terminal.CONFIGURATION.indexOf("<route>"), Terminal.CONFIGURATION.indexOf("</route>") + 8);
        terminal.write(
                "conf/config.xml",
                Terminal.CONFIGURATION.replace(
                        meters,
                        meters
                                + meters.replace("<id>meters", "<id>second")
                                        .replace(
                                                "super-table=\"meters\" sub-table=\"m_",
                                                "super-table=\"second\" sub-table=\"s_")
                                        .replace("${payload:/v}", "${payload:/w}")));

        var result = run("old.csv", "building,id,t,v,w\nb,1,1,2,3\nb,1,1,2,x\n", "--only-stored");

        assertThat(result.out()).contains("line 3: second: ", "Lines: 2, failed: 1", "Route meters: rows: 1");
        assertThat(imported()).extracting(LoggedMessage::routeId).containsExactlyInAnyOrder("meters", "second");
    }

    @Test
    void shouldReadWhatSpreadsheetsWrite() throws IOException {
        var result = run("old.csv", "\uFEFFbuilding\t id\tt\tv\t\t\r\nb\t1\t1\t2\t\t\r\n", "--separator", "tab");

        assertThat(result.code()).isZero();
        assertThat(new String(imported().get(0).message().payload(), UTF_8))
                .isEqualTo("{\"building\":\"b\",\"id\":1,\"t\":1,\"v\":2}");
        assertThat(run("old.csv", "a", "--separator", "\"").err()).contains("--separator is one character");
    }

    @Test
    void shouldKeepLinesOfOneTopicAndTimeApart() throws IOException {
        var lines = "building,id,t,v,at\n" + "b,1,1,2,1738281600\n".repeat(3) + "b,2,1,2,1738281600\n"
                + "b,1,1,2,1738281600.000001\n";

        run("old.csv", lines, "--time", "at");

        assertThat(imported())
                .extracting(each -> each.message().arrivalMicros() - 1_738_281_600_000_000L)
                .containsExactly(0L, 1L, 2L, 0L, 3L);
    }

    @Test
    void shouldTakeAnObjectAsThePayload() throws IOException {
        var line = "{\"building\":\"b\",\"l\":[{\"id\":1e3}],\"body\":{\"t\":1738310400000,\"v\":2.50}}";
        var file = Files.writeString(folder.resolve("old.json"), line);

        var result = terminal.run(
                "import", file.toString(), "--topic", "site/{building}/meter/{/l/0/id}", "--payload", "body");

        assertThat(result.code()).isZero();
        assertThat(imported().get(0).message().topic()).isEqualTo("site/b/meter/1000");
        assertThat(new String(imported().get(0).message().payload(), UTF_8))
                .isEqualTo("{\"t\":1738310400000,\"v\":2.50}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "site/{}/meter/{", "site/building}"})
    void shouldRefuseATopicWithAMistake(String topic) throws IOException {
        var file = Files.writeString(folder.resolve("old.csv"), "building\nb\n");

        var result = terminal.run("import", file.toString(), "--topic", topic);

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--topic \"" + topic + "\" is empty, or has a brace");
    }

    @Test
    void shouldDeleteDraftsOfInterruptedCommands() throws IOException {
        var replay = Files.createDirectories(data.resolve("replay"));
        var old = Files.writeString(replay.resolve(".letters-20251230T000000Z-1.jsonl"), "x");
        Files.setLastModifiedTime(old, FileTime.fromMillis(Terminal.NOW_MICROS / 1_000 - 90_000_000));
        var young = Files.writeString(replay.resolve(".letters-20251231T235900Z-2.jsonl"), "x");
        Files.setLastModifiedTime(young, FileTime.fromMillis(Terminal.NOW_MICROS / 1_000 - 60_000));

        run("old.csv", "building,id,t,v\nb,1,1738310400000,2\n");

        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    @Test
    void shouldAskForATimeThatTheRowsHave() throws IOException {
        terminal.write(
                "conf/config.xml",
                Terminal.CONFIGURATION.replace(
                        "<timestamp value=\"${payload:/t}\" unit=\"ms\"/>", "<timestamp value=\"${arrival-time}\"/>"));

        var result = run("old.csv", "building,id,v\nb,1,2\n");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("meters: its time is its arrival; name the column that has it: --time COLUMN");
    }

    @Test
    void shouldOnlyTryTheLinesOnRequest() throws IOException {
        var result = run("old.csv", "building,id,t,v\nb,1,1738310400000,2\n", "--check", "--json");

        assertThat(result.code()).isZero();
        assertThat(result.json()).containsEntry("lines", 1L).containsEntry("failed", 0L);
        assertThat(data.resolve("replay")).doesNotExist();
    }

    @Test
    void shouldRefuseAMissingFile() {
        var result = terminal.run("import", folder.resolve("none.csv").toString(), "--topic", "t");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("none.csv is not a file that can be read");
    }
}
