// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.github.hivemqtdengine.cli.Terminal.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLettersCommandTest {

    private static final String FULL = "dead-letters-20260101T000000Z-0001.jsonl";
    private static final String CURRENT = "dead-letters.jsonl";

    /** Older than {@link Terminal#NOW_MICROS} by two days, one day, one hour and one minute. */
    private static final String OLD = letter("2025-12-30T00:00:00Z", "meters", "decode", "site/1", "{");

    private static final String DAY = letter("2025-12-31T00:00:00Z", "meters", "type_mismatch", "site/2", "{\"v\":1}");
    private static final String HOUR = letter("2025-12-31T23:00:00Z", "pumps", "decode", "pump/1", "\u6e29\u5ea6");
    private static final String MINUTE = letter("2025-12-31T23:59:00Z", "meters", "decode", "site/3", "\u0000\u0001");

    @TempDir
    private Path folder;

    private Path data;
    private Terminal terminal;

    @BeforeEach
    void writeLetters() throws IOException {
        terminal = new Terminal(Files.createDirectories(folder.resolve("extensions/hivemq-tdengine-extension")));
        data = Files.createDirectories(folder.resolve("data/hivemq-tdengine-extension"));
        Files.writeString(data.resolve(FULL), OLD + "\n" + DAY + "\n");
        Files.writeString(data.resolve(CURRENT), HOUR + "\n" + MINUTE + "\n");
        Files.writeString(data.resolve("spool.jsonl"), "not one of the broker's letters\n");
    }

    private static String letter(String time, String route, String reason, String topic, String payload) {
        return ("{\"time\":\"%s\",\"route\":\"%s\",\"reason\":\"%s\",\"detail\":\"no number\",\"topic\":\"%s\",\"client\":\"c1\","
                        + "\"user\":null,\"qos\":1,\"retain\":false,\"duplicate\":false,\"arrival\":\"%s\",\"contentType\":null,"
                        + "\"responseTopic\":null,\"messageExpiry\":null,\"userProperties\":[[\"line\",\"4\"]],\"payload\":\"%s\"}")
                .formatted(
                        time, route, reason, topic, time, Base64.getEncoder().encodeToString(payload.getBytes(UTF_8)));
    }

    private Result run(String... arguments) {
        var all = new ArrayList<>(List.of("dead-letters"));
        all.addAll(Arrays.asList(arguments));
        return terminal.run(all.toArray(String[]::new));
    }

    private List<Path> replayed() throws IOException {
        try (var files = Files.list(data.resolve("replay"))) {
            return files.toList();
        }
    }

    @Test
    void shouldReadTheLettersOfVersion010() {
        var result = run("list", "src/test/resources/upgrade/0.1.0/killed");

        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("waiting/0  52 bytes", "The payload is not valid JSON at byte 1")
                .contains("4  waiting  stopped  from 2026-11-25T", "1  letters  equal_timestamp  from 2026-11-25T");
        assertThat(result.out().lines().filter(line -> line.matches("1  letters  [a-z_]+  from .*")))
                .hasSize(7);
    }

    @Test
    void shouldListTheBrokersLettersAndCountThem() {
        var result = run("list");

        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines())
                .hasSize(9)
                .startsWith(
                        "4 dead letters",
                        "2  meters  decode  from 2025-12-30T00:00:00Z to 2025-12-31T23:59:00Z, such as " + FULL
                                + ":1: no number")
                .contains(
                        FULL + ":1  2025-12-30T00:00:00Z  meters  decode  site/1  1 bytes  no number",
                        CURRENT + ":1  2025-12-31T23:00:00Z  pumps  decode  pump/1  6 bytes  no number");
    }

    @Test
    void shouldCountWhatItDoesNotList() {
        var result = run("list", "--limit", "1");

        assertThat(result.out()).contains("... and 3 more", "4 dead letters");
        assertThat(run("list", "--limit", "-1").code()).isEqualTo(2);
    }

    @Test
    void shouldAnswerInJson() {
        var result = run("list", "--json", "--limit", "2");

        assertThat(result.json()).containsEntry("count", 4L).containsEntry("unreadable", 0L);
        assertThat(result.json("letters"))
                .extracting("line", "route", "topic", "payloadBytes")
                .containsExactly(tuple(1L, "meters", "site/1", 1L), tuple(2L, "meters", "site/2", 7L));
        assertThat(result.json("groups")).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "--route=meters, 3",
        "--route=meters --route=pumps, 4",
        "--reason=decode, 3",
        "--reason=type-mismatch, 1",
        "--reason=TYPE_MISMATCH, 1",
        "--since=2025-12-31T00:00:00Z, 3",
        "--until=2025-12-31T00:00:00Z, 1",
        "--since=2h, 2",
        "--since=90s, 1",
        "--since=7d --until=30m, 3",
        "--line=2, 2",
        "--route=meters --reason=decode --since=1d, 1"
    })
    void shouldFilterByRouteReasonTimeAndLine(String options, long count) {
        var arguments = new ArrayList<>(List.of("list", "--json"));
        arguments.addAll(List.of(options.split(" ", -1)));

        assertThat(run(arguments.toArray(String[]::new)).json()).containsEntry("count", count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"yesterday", "7w", "2025-12-31"})
    void shouldSayWhichTimesThereAre(String time) {
        var result = run("list", "--since", time);

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--since \"" + time + "\" is not a time such as 2026-01-31T08:00:00Z");
    }

    @Test
    void shouldReadFilesAndFoldersThatAreNamed() throws IOException {
        var moved = Files.createDirectories(folder.resolve("moved"));
        Files.writeString(moved.resolve("a.jsonl"), OLD + "\n");
        Files.writeString(moved.resolve("notes.txt"), "no letters");

        assertThat(run("list", "--json", moved.toString()).json()).containsEntry("count", 1L);
        assertThat(run(
                                "list",
                                "--json",
                                moved.toString(),
                                moved.resolve("a.jsonl").toString())
                        .json())
                .containsEntry("count", 1L);
        assertThat(run("list", data.resolve(CURRENT).toString()).out())
                .startsWith("2 dead letters" + System.lineSeparator());
    }

    @Test
    void shouldSayWhatIsMissing() {
        assertThat(run("list", folder.resolve("nothing.jsonl").toString()))
                .satisfies(result -> assertThat(result.code()).isEqualTo(2))
                .satisfies(result -> assertThat(result.err()).contains("There is no file ", "nothing.jsonl"));
        assertThat(run("list", "--data-folder", folder.toString()).err()).contains("--data-folder FOLDER");
        assertThat(run().code()).isEqualTo(2);
    }

    @Test
    void shouldTolerateATornLastLineAndSayWhatElseIsUnreadable() throws IOException {
        Files.writeString(data.resolve(CURRENT), "{\"time\":1}\n" + HOUR + "\n" + MINUTE.substring(0, 80));

        var result = run("list", "--json", data.resolve(CURRENT).toString());

        assertThat(result.code()).isZero();
        assertThat(result.json()).containsEntry("count", 1L).containsEntry("unreadable", 1L);
        assertThat(result.err().lines())
                .hasSize(2)
                .anyMatch(line -> line.contains(CURRENT + ":1 is not a dead letter"))
                .anyMatch(line -> line.contains(CURRENT + ":3 is incomplete"));
    }

    @Test
    void shouldPrintNoControlCharactersThatATerminalObeys() throws IOException {
        var file = folder.resolve("hostile.jsonl");
        Files.writeString(
                file,
                letter("2026-01-01T00:00:00Z", "r", "decode", "t\\u001b[2J", "\u001b]52;c;eA==\u0007\u009b2J\r1\r\n\t2")
                        + "\n");

        assertThat(run("list", file.toString()).out()).contains("  t?[2J  ");
    }

    @Test
    void shouldPutTheChosenLettersIntoTheReplayFolder() throws IOException {
        var result = run("replay", "--route", "meters", "--reason", "decode", "--json");

        assertThat(result.code()).isZero();
        var file = Path.of(String.valueOf(result.json().get("file")));
        assertThat(replayed()).containsExactly(file);
        assertThat(file.getFileName().toString()).matches("letters-20260101T000000Z-\\d+\\.jsonl");
        assertThat(file).content().isEqualTo(OLD + "\n" + MINUTE + "\n");
        assertThat(data.resolve(FULL)).content().isEqualTo(OLD + "\n" + DAY + "\n");
    }

    @Test
    void shouldReplayNothingWhereNoLetterIsChosen() throws IOException {
        var result = run("replay", "--route", "nothing");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).contains("There is no such dead letter; nothing is replayed");
        assertThat(replayed()).isEmpty();
    }

    @Test
    void shouldNameTheRoutesThatHaveLetters() {
        var result = run("list", "--route", "nosuch");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("There is no dead letter of the route nosuch; there are some of meters, pumps");
        assertThat(run("list", "--route", "meters", "--reason", "nosuch").code())
                .isZero();
    }

    /** The mapping of the terminal stores the second letter, and not the first; it has no route pumps. */
    private Result explained(String... arguments) throws IOException {
        Files.writeString(
                data.resolve(CURRENT),
                letter("2025-12-31T23:00:00Z", "meters", "type_mismatch", "site/b/meter/7", "{\"t\":1,\"v\":\"n/a\"}")
                        + "\n"
                        + letter(
                                "2025-12-31T23:01:00Z",
                                "meters",
                                "type_mismatch",
                                "site/b/meter/7",
                                "{\"t\":1,\"v\":2}")
                        + "\n"
                        + letter("2025-12-31T23:02:00Z", "pumps", "decode", "pump/1", "{")
                        + "\n");
        Files.delete(data.resolve(FULL));
        terminal.write("conf/config.xml", Terminal.CONFIGURATION);
        return run(arguments);
    }

    @Test
    void shouldTryLettersWithTodaysMapping() throws IOException {
        var result = explained("explain");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("meters, type_mismatch: 1 of 2 dead letters would be stored")
                .contains("site/b/meter/7: ")
                .contains("pumps, decode: 0 of 1 dead letter would be stored")
                .contains("there is no route pumps")
                .contains("1 of 3 dead letters would be stored");
        assertThat(run("explain", "--route", "meters", "--line", "2").code()).isZero();
    }

    @Test
    void shouldShowASampleOfEachKindInJson() throws IOException {
        var result = explained("explain", "--json");

        assertThat(result.json()).containsEntry("count", 3L).containsEntry("stored", 1L);
        assertThat(result.json("groups").get(0))
                .containsEntry("route", "meters")
                .containsEntry("count", 2L)
                .containsEntry("stored", 1L)
                .containsEntry("place", CURRENT + ":1")
                .containsEntry("detail", "no number")
                .extractingByKey("sample", InstanceOfAssertFactories.MAP)
                .containsEntry("topic", "site/b/meter/7")
                .containsEntry("properties", List.of("line=4"))
                .containsEntry(
                        "payload", Base64.getEncoder().encodeToString("{\"t\":1,\"v\":\"n/a\"}".getBytes(UTF_8)));
    }

    @Test
    void shouldReplayOnlyWhatWouldBeStored() throws IOException {
        var result = explained("replay", "--only-stored");

        assertThat(result.out()).startsWith("1 dead letter copied to ");
        assertThat(replayed())
                .singleElement()
                .satisfies(file -> assertThat(file)
                        .content()
                        .contains("\"time\":\"2025-12-31T23:01:00Z\"")
                        .hasLineCount(1));
    }

    @Test
    void shouldReplayNothingByAnInvalidMapping() throws IOException {
        terminal.write("conf/config.xml", "<hivemq-tdengine-extension/>");

        var result = run("replay", "--only-stored");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("config.xml:1");
        assertThat(replayed()).isEmpty();
    }

    @Test
    void shouldKnowEverySubcommand() {
        assertThat(run("--help").out()).contains("list", "replay");
        assertThat(terminal.run("dl", "list", "--json").json()).containsEntry("count", 4L);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldNotFollowALinkInPlaceOfAFile() throws IOException {
        var other = Files.move(data.resolve(CURRENT), folder.resolve("other.jsonl"));
        Files.createSymbolicLink(data.resolve(CURRENT), other);

        for (var command : List.of("list", "replay")) {
            var result = run(command);

            assertThat(result.code()).isEqualTo(2);
            assertThat(result.err()).contains(CURRENT + "\" is a link, or not a file");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldNotWriteThroughALink() throws IOException {
        var other = Files.createDirectory(folder.resolve("other"));
        Files.createSymbolicLink(data.resolve("replay"), other);

        var result = run("replay");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("replay\" is a link");
        assertThat(other).isEmptyDirectory();
    }

    /** The owner could replace a file of this user by a link, and gain what that user writes. */
    @Test
    void shouldRefuseToWriteIntoAFolderOfAnotherUser() throws IOException {
        giveToAnotherUser(data);

        var result = run("replay");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("belongs to \"12345\"", "sudo -u '#12345' bin/hivemq-tdengine dead-letters replay");
        assertThat(data.resolve("replay")).doesNotExist();
        assertThat(run("list", "--json").json()).containsEntry("count", 4L);
    }

    /** Such a folder seems to belong to the user of the command. */
    @Test
    void shouldRefuseToWriteIntoAFolderThatAnotherUserHasLinked() throws IOException {
        var other = Files.move(data, folder.resolve("other"));
        giveToAnotherUser(Files.createSymbolicLink(data, other));

        var result = run("replay");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("belongs to \"12345\"");
        assertThat(other.resolve("replay")).doesNotExist();
    }

    @Test
    void shouldCreateFilesThatOnlyItsUserCanRead() throws IOException {
        assumeThat(data.getFileSystem().supportedFileAttributeViews()).contains("posix");

        run("replay");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve("replay"))))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(replayed().get(0))))
                .isEqualTo("rw-------");
    }

    /** Skips the test unless it runs as root. */
    private static void giveToAnotherUser(Path path) throws IOException {
        assumeThat(path.getFileSystem().supportedFileAttributeViews()).contains("unix");
        assumeThat(Files.getAttribute(Files.createTempFile("user", null), "unix:uid"))
                .isEqualTo(0);
        Files.setAttribute(path, "unix:uid", 12_345, LinkOption.NOFOLLOW_LINKS);
    }
}
