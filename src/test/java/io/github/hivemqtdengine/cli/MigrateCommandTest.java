package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.cli.Terminal.Result;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MigrateCommandTest {

    private static final String CLIENT = "Press-1.A";

    @TempDir
    private Path home;

    private static Stream<String> files() {
        return OldFiles.all().stream();
    }

    private Result migrate(String content, String... options) {
        return migrate(content.getBytes(StandardCharsets.UTF_8), options);
    }

    private Result migrate(byte[] content, String... options) {
        var terminal = new Terminal(home);
        var arguments = new ArrayList<>(
                List.of("migrate", terminal.write("old", content).toString()));
        arguments.addAll(List.of(options));
        return terminal.run(arguments.toArray(String[]::new));
    }

    /** Converts a file and installs the result with the password's file. */
    private Terminal installed(String content) {
        var result = migrate(content);
        assertThat(result.code()).as(result.err()).isZero();
        var terminal = Terminal.with(home, result.out());
        terminal.write("conf/tdengine-password", OldFiles.PASSWORD);
        return terminal;
    }

    private static String explained(Terminal terminal, String topic, String payload) {
        var result = terminal.run(
                "explain", "--topic", topic, "--text", payload, "--client", CLIENT, "--qos", "1", "--user", "Ann");
        assertThat(result.code()).as(result.out()).isZero();
        return result.out();
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldMakeAConfigurationThatIsValidAndHasNoPassword(String content) {
        var converted = migrate(content);
        var terminal = installed(content);

        assertThat(converted.out() + converted.err()).doesNotContain("s3cret");
        assertThat(converted.out()).contains("jdbc:TAOS-WS://hall-db:", "<username>collector</username>");
        var validated = terminal.run("validate");
        assertThat(validated.code()).as(validated.out()).isZero();
    }

    @ParameterizedTest
    @MethodSource("files")
    void shouldNotDependOnLineEndsAndAByteOrderMark(String content) {
        var expected = migrate(content).out();

        assertThat(migrate(content.replace("\n", "\r\n")).out()).isEqualTo(expected);
        assertThat(migrate("\uFEFF" + content).out()).isEqualTo(expected);
    }

    @Test
    void shouldContinueAPlainTable() {
        var terminal = installed(OldFiles.PLAIN_TABLE);

        assertThat(explained(terminal, "hall/1", "on"))
                .contains(
                        "INSERT INTO `raw_log` (`ts`, `from_topic`, `body`)", "VALUES (1767225600000, 'hall/1', 'on')");
        assertThat(migrate(OldFiles.PLAIN_TABLE).err())
                .contains(
                        "CREATE TABLE IF NOT EXISTS `hall`.`raw_log` (`ts` TIMESTAMP, `from_topic` NCHAR(200), `body`"
                                + " NCHAR(200))",
                        "old:13 httpLock was left out: batches");
    }

    @Test
    void shouldReadPayloadsInTheCharsetOfTheOldExtension() {
        var terminal = installed(OldFiles.PLAIN_TABLE);
        var payload = terminal.write("payload", "\u6e29\u5ea6".getBytes(Charset.forName("GBK")))
                .toString();

        var result = terminal.run("explain", "--topic", "hall/1", "--payload", payload);

        assertThat(result.out()).contains("'hall/1', '\u6e29\u5ea6'");
    }

    @Test
    void shouldContinueATableWithTags() {
        assertThat(explained(installed(OldFiles.TAGS), "hall/1", "on"))
                .contains(
                        "`device_log_press_1_a` USING `hall`.`device_log`",
                        "'Press-1.A'",
                        "'hall/1'",
                        "'127.0.0.1'",
                        "'b24='");
    }

    @Test
    void shouldNameSubtablesByUserAndPayloadsInHexadecimal() {
        var terminal = installed(OldFiles.TAGS.replace("CLIENT_ID", "username").replace("BASE64", "HEX"));

        assertThat(explained(terminal, "hall/1", "on")).contains("`device_log_ann`", "'6f6e'");
    }

    @Test
    void shouldSayThatMd5HasNoCounterpart() {
        var content = OldFiles.TAGS.replace("FIXED", "MD5").replace("BASE64", "RAW");

        assertThat(migrate(content).err()).contains("old:13 MD5 has no counterpart", "old:14 RAW:");
        assertThat(explained(installed(content), "hall/1", "it's"))
                .containsPattern("`device_log_Press-1_A_[0-9a-f]{32}`")
                .contains("'it\\'s'");
    }

    @Test
    void shouldContinueATableOfFields() {
        var terminal = installed(OldFiles.JSON_FIELDS);

        assertThat(explained(
                        terminal,
                        "hall/ovens",
                        "{\"oven\": 4, \"ts\": 1767225600123, \"heat\": 21.5, \"door\": true," + " \"label\": \"x\"}"))
                .contains("`oven_4` USING `hall`.`ovens`", "1767225600123", "'north'", "21.5", "'no. x'");
        assertThat(terminal.run("explain", "--topic", "hall/other", "--text", "{}")
                        .out())
                .contains("No route wants it");
    }

    @Test
    void shouldContinueATableOfOneTopic() {
        var terminal = installed(OldFiles.BASE64_LOG);

        assertThat(explained(terminal, "hall/raw", "on"))
                .contains("INSERT INTO `log` (`ts`, `topic`, `payload`)", "(1767225600000, 'hall/raw', 'b24=')");
    }

    @Test
    void shouldKeepTheQuoteInAConstantOfAPlainTable() {
        var terminal = installed(OldFiles.BASE64_LOG.replace("'${topic}'", "\"it's\""));

        assertThat(explained(terminal, "hall/raw", "on")).contains("VALUES (1767225600000, 'it''s', 'b24=')");
    }

    @Test
    void shouldContinueTablesOfClients() {
        assertThat(explained(installed(OldFiles.CLIENTS), "hall/1", "on"))
                .contains("USING `hall`.`device_msg`", "`deviceid`", "'Press-1.A'", "'0'", "'hall/1'", "'b24='");
    }

    @Test
    void shouldContinueTablesOfTheBridge() {
        var terminal = installed(OldFiles.BRIDGE);

        assertThat(explained(terminal, "hall/1", "on"))
                .contains("`c_press1a` USING `hall`.`bridged`", "`groupid`", "(7)", "'hall/1'", "'on'", "'Press-1.A'");
        assertThat(home.resolve("conf/config.xml")).content().contains("charset=\"GB18030\"", "type=\"BINARY(300)\"");
    }

    @Test
    void shouldListUnknownAndRepeatedSettings() {
        var result = migrate(OldFiles.CLIENTS + "prefix=other\ncolour=s3cret\n");

        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains(
                        "super-table=\"other\"", "line 9: prefix is also in line 5", "line 10: colour is not a setting")
                .doesNotContain("s3cret");
    }

    @Test
    void shouldSayThatTextsAreInLowerCaseOnlyWhereThatMatters() {
        var words = OldFiles.JSON_FIELDS.replace("'north'", "'North'");

        assertThat(migrate(words).err()).contains("old:7 The old extension executed the statement in lower case");
        assertThat(migrate(words).out()).contains("value=\"north\"");
        assertThat(migrate(OldFiles.JSON_FIELDS).err()).doesNotContain("lower case");
    }

    @Test
    void shouldPrintNoControlCharacters() {
        var result = migrate(OldFiles.CLIENTS + "colour\\u001b[2J=1\n");

        assertThat(result.out() + result.err()).contains("colour?[2J").doesNotContain("\u001b");
    }

    @Test
    void shouldUseTheFirstOfRepeatedElements() {
        var result = migrate(OldFiles.PLAIN_TABLE.replace("</tdengine>", "<db>other</db></tdengine>"));

        assertThat(result.out()).contains("<name>hall</name>", "db is also in line 8, and that one is used");
    }

    @Test
    void shouldReadFilesInGbk() {
        var gbk = ("# \u6e29\u5ea6\n" + OldFiles.CLIENTS.replace("device_msg", "\u6e29\u5ea6"))
                .getBytes(Charset.forName("GBK"));

        var result = migrate(gbk);

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("super-table=\"\u6e29\u5ea6\"");
        assertThat(result.err()).contains("read as GB18030");
    }

    @Test
    void shouldReadXmlInTheEncodingThatItDeclares() {
        var gbk = OldFiles.PLAIN_TABLE
                .replace("encoding=\"UTF-8\"", "encoding=\"GBK\"")
                .replace("Raw_Log", "\u6e29\u5ea6")
                .getBytes(Charset.forName("GBK"));

        assertThat(migrate(gbk).out()).contains("INSERT INTO `\u6e29\u5ea6`");
    }

    @Test
    void shouldKeepNamesInBackQuotes() {
        var result = migrate(OldFiles.BASE64_LOG.replace("hall.log", "hall.`Log`"));

        assertThat(result.out()).contains("INSERT INTO `Log`", "<id>Log</id>");
    }

    @Test
    void shouldReportNamesThatAStartWouldReject() {
        var result = migrate(OldFiles.CLIENTS.replace("device_msg", "a.b"));

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).containsPattern("config.xml:\\d+ <routes/route/table@super-table> ");
        assertThat(result.out()).contains("<hivemq-tdengine-extension");
    }

    @Test
    void shouldReadTheInputAndWriteANewFile() throws Exception {
        var target = home.resolve("new.xml");
        var terminal = new Terminal(home).reading(OldFiles.CLIENTS);

        assertThat(terminal.run("migrate", "-", "--output", target.toString()).code())
                .isZero();
        assertThat(Files.readString(target)).contains("super-table=\"device_msg\"");
        var again = terminal.run("migrate", "-", "--output", target.toString());
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("exists; name another file");
        assertThat(terminal.run("migrate", "nowhere").code()).isEqualTo(2);
        assertThat(terminal.run("migrate").code()).isEqualTo(2);
        assertThat(terminal.run(
                                "migrate",
                                "-",
                                "--output",
                                home.resolve("no/folder").toString())
                        .code())
                .isEqualTo(2);
    }

    @Test
    void shouldAnswerInJson() {
        var result = migrate(OldFiles.CLIENTS, "--json");

        assertThat(result.err()).isEmpty();
        assertThat(result.json())
                .containsEntry("extension", "github.com/micli/Catfish")
                .containsKey("configuration")
                .containsEntry("problems", List.of());
        assertThat(result.json("notes"))
                .isNotEmpty()
                .allSatisfy(note -> assertThat(note).containsKeys("line", "sentence"));
        assertThat(migrate("x=1", "--json").json()).containsKeys("file", "line", "problem");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "| is empty",
                " \n\t| is empty",
                "\0\1\2|:1 has a zero byte",
                "x=1| is of no extension that is known",
                "hello| is of no extension that is known",
                "\"topics\":\n  -\n    \"id\": t1| is like the taos.yml of taosdata-extension",
                "\nhost=\\u12|:2 has \\u without four hexadecimal digits",
                "<tdengine>\n<db>x</tdengine>|:2 is not well-formed XML",
                "<tdengine><password>s3cret&more</password></tdengine>|:1 is not well-formed XML",
                "<tdengine><db><x/></db></tdengine>|:1 has an element inside <db>",
                "<beans/>|:1 has the root <beans>",
                "<tdengine/>| has neither <db> nor <table>",
                "<tdengine><db>x</db></tdengine>| ip is missing",
                "<tdengine><db>x</db><ip>h</ip><maxlength>many</maxlength></tdengine>|:1 maxlength is not a number",
                "<tdengine><db>x</db><CurrentField>i</CurrentField></tdengine>|:1 CurrentField is of a fork",
                "<!DOCTYPE tdengine [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>\n<tdengine><db>&e;</db></tdengine>|"
                        + ":1 has a <!DOCTYPE>",
                "payloadCoder: RAW\n\turl: x|:2 is not written as \"key: value\"",
                "payloadCoder: RAW\nurl: &a x|:2 has a value that begins with &",
                "payloadCoder: RAW\nurl: [x]|:2 has a value that begins with [",
                "payloadCoder: RAW\nurl: \"x|:2 has a value in quotes",
                "payloadCoder: RAW\nurl: ::|:2 url is not a URL",
                "host: {TDengine Server IP/hostname}|:1 host is not the name or address of a host",
                "host: h\ndatabase: a\\ud800b|:2 database has a character that XML does not allow",
                "host: h\ndatabase: a\\u0001b|:2 database has a character that XML does not allow",
                "host: h\ndatabase: ${FILE:/etc/passwd}|:2 database has ${ENV: or ${FILE:",
            })
    void shouldRefuseWhatItCantConvert(String contentAndSentence) {
        int bar = contentAndSentence.lastIndexOf('|');

        var result = migrate(contentAndSentence.substring(0, bar));

        assertThat(result.code()).as(result.err()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .contains("old" + contentAndSentence.substring(bar + 1))
                .doesNotContain("s3cret", "more<");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into hall.log VALUES (now, '${topic}')|has 2 values for 3 columns",
                "insert into hall.log VALUES ('${topic}', now, '${payload}'|expected ) at the end",
                "insert into hall.log VALUES (now, '${topic}', '${payload.x}')|has the placeholder \"payload.x\"",
                "insert into hall.log (ts, x) VALUES (now, 1)|has the column x",
                "insert into hall.log (topic, ts) VALUES (1, now)|does not begin with the TIMESTAMP column",
                "insert into hall.log using hall.log tags (1) VALUES (now, 1, 2)|has 1 values for 0 tags",
                "insert into hall.log VALUES (now, 'a, 2)|a string is never closed",
                "insert into hall.log VALUES (now, , 2)|expected a value before \",\"",
                "insert into hall.log VALUES (now, 1, 2); drop table hall.log|expected the end before \"drop\"",
                "insert into (x) VALUES (now)|expected a name before \"(\"",
                "select 1|expected insert before \"select\"",
            })
    void shouldRefuseSqlThatItCantRead(String sqlAndSentence) {
        int bar = sqlAndSentence.lastIndexOf('|');
        var content = OldFiles.BASE64_LOG.replaceAll(
                "(?m)^sql.insert_table=.*$",
                Matcher.quoteReplacement(
                        "sql.insert_table=" + sqlAndSentence.substring(0, bar).replace("\\", "\\\\")));

        var result = migrate(content);

        assertThat(result.code()).as(result.out()).isEqualTo(1);
        assertThat(result.err()).contains("old:6 sql.insert_table ", sqlAndSentence.substring(bar + 1));
    }

    @Test
    void shouldRefuseAHugeFile() {
        assertThat(migrate(new byte[1024 * 1024 + 1]).err()).contains("has more than 1 MiB");
    }

    @DisabledOnOs(OS.WINDOWS)
    @Test
    void shouldReadNoMoreThanTheLargestFileHas() {
        assertThat(new Terminal(home).run("migrate", "/dev/zero").err()).contains("has more than 1 MiB");
    }

    @Test
    void shouldReadAHostWithManySlashesInLittleTime() {
        var result = migrate("host: h" + "/".repeat(1_000_000) + "x\ndatabase: d");

        assertThat(result.err()).contains(":1 host is not the name or address of a host");
    }

    @Test
    void shouldReadAFileOfOneLongLineInLittleTimeAndStack() {
        var values = "(now, " + "1, ".repeat(100_000) + "'" + "${payload}".repeat(50_000) + "')";

        var result = migrate(OldFiles.BASE64_LOG.replace("(now, '${topic}', '${payload}')", values));

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("has 100002 values for 3 columns");
    }

    @Test
    void shouldRefuseBytesThatAreNoText() {
        assertThat(migrate(new byte[] {'a', (byte) 0xFF, (byte) 0xFF}).err()).contains("is neither UTF-8 nor GBK");
    }
}
