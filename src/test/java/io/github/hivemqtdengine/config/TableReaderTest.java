package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableReaderTest {

    private static final String TAG = "<tag name=\"site\" type=\"VARCHAR(64)\" value=\"${mqtt-topic:site}\"/>";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "super-table=\"meters\" |                     | @super-table | ~~ | is missing",
                "super-table=\"meters\" | super-table=\"a`b\" | @super-table | a`b "
                        + "| must not contain a back-quote or a dot",
                "sub-table=\"m_${mqtt-topic:meter}\" |        | @sub-table | ~~ | is missing",
                "sub-table=\"m_${mqtt-topic:meter}\" | sub-table=\"\" | @sub-table | ~~ | must not be empty",
                "sub-table=\"m_     | sub-table=\"m/       | @sub-table | m/${mqtt-topic:meter} "
                        + "| can't name a subtable: it has the character '/'; use letters, digits, _ and -",
                "name=\"voltage\" |                           | /column@name | ~~ | is missing",
                "name=\"voltage\" | name=\"\"                 | /column@name | ~~ | must not be empty",
                "name=\"voltage\" | name=\"a.b\"              | /column@name | a.b "
                        + "| must not contain a back-quote or a dot",
                "name=\"voltage\" | name=\" v\"               | /column@name | ~ v~ "
                        + "| must consist of printable characters, without blanks around them",
                "name=\"voltage\" | name=\"a&#x200B;b\"       | /column@name | a\u200Bb "
                        + "| must consist of printable characters, without blanks around them",
                "name=\"voltage\" | name=\"TBNAME\"           | /column@name | TBNAME "
                        + "| is what TDengine calls the subtable's name; choose another name",
                "name=\"voltage\" | name=\"Phase\"            | /column@name | phase "
                        + "| is taken already (case makes no difference); choose another one",
                "name=\"voltage\" | name=\"SITE\"             | /tag@name    | site "
                        + "| is taken already (case makes no difference); choose another one",
                "name=\"voltage\" | name=\"At\"               | /column@name | At "
                        + "| is taken already (case makes no difference); choose another one",
                "name=\"voltage\" | name=\"NO\"               | /column@name | NO "
                        + "| is taken already (case makes no difference); choose another one",
                "type=\"DOUBLE\"  |                           | /column@type | ~~ | is missing",
                "type=\"DOUBLE\"  | type=\"VARCHAR\"          | /column@type | VARCHAR "
                        + "| needs a length, like VARCHAR(64)",
                "type=\"DOUBLE\"  | type=\"JSON\"             | /column@type | JSON "
                        + "| is a type for tags only; write VARCHAR(1024) for JSON in a column",
                "type=\"VARCHAR(64)\" | type=\"DECIMAL(9,2)\" | /tag@type | DECIMAL(9,2) | is a type for columns only",
                "type=\"VARCHAR(64)\" | type=\"NCHAR(5000)\"  | /tag@type | NCHAR(5000) "
                        + "| is too long for a tag; at most 4095",
                "value=\"${payload:/v}\" |                    | /column@value | ~~ | is missing",
                "default=\"0\"    | default=\"zero\"          | /column@default | zero "
                        + "| does not fit the type INT: \"zero\" is no number",
                "default=\"0\"    | default=\"2147483648\"    | /column@default | 2147483648 "
                        + "| does not fit the type INT: \"2147483648\" is "
                        + "outside INT, which holds -2147483648 to 2147483647",
                "on-missing=\"dead-letter\" | on-missing=\"ignore\" | /column@on-missing | ignore "
                        + "| is not allowed here; known are dead-letter, drop, null",
                "on-mismatch=\"drop\" | on-mismatch=\"dorp\"  | /column@on-mismatch | dorp "
                        + "| is not allowed here; did you mean drop?",
            })
    void shouldReportWhatIsWrong(String place, String replacement, String element, String value, String rule) {
        var xml = Sample.with(place, replacement == null ? "" : replacement);

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple("routes/route/table" + element, value, rule));
    }

    @Test
    void shouldReportNamesBeyondTheirLimitInBytes() {
        var tooLong = "电".repeat(22);

        assertThat(Sample.problems(folder, Sample.with("\"voltage\"", "\"" + tooLong + "\"")))
                .extracting(Problem::value, Problem::rule)
                .containsExactly(tuple(tooLong, "is longer than 64 bytes"));
        assertThat(Sample.problems(folder, Sample.with("\"voltage\"", "\"" + tooLong.substring(1) + "\"")))
                .isEmpty();
    }

    @Test
    void shouldReportThatThereIsNoColumnAndNoTag() {
        var xml = Sample.with(TAG, "").replaceAll("<column .*/>", "");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::rule)
                .containsExactlyInAnyOrder(
                        tuple("routes/route/table", "needs at least one <column>"),
                        tuple("routes/route/table", "needs at least one <tag>"));
    }

    @Test
    void shouldReportMoreTagsThanTdengineAllows() {
        assertThat(Sample.problems(folder, Sample.with(TAG, tags(128)))).isEmpty();
        assertThat(Sample.problems(folder, Sample.with(TAG, tags(129))))
                .extracting(Problem::rule)
                .containsExactly("has more than 128 tags");
    }

    private static String tags(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> TAG.replace("name=\"site\"", "name=\"site" + i + "\""))
                .collect(Collectors.joining());
    }

    @Test
    void shouldAllowAJsonTagOnlyAlone() {
        var json = TAG.replace("VARCHAR(64)", "JSON");

        assertThat(Sample.problems(folder, Sample.with(TAG, json))).isEmpty();
        assertThat(Sample.problems(folder, Sample.with(TAG, json + TAG.replace("\"site\"", "\"other\""))))
                .extracting(Problem::rule)
                .containsExactly("has a tag of type JSON, which TDengine allows only as the one tag of a table");
    }

    @Test
    void shouldLetATagBeNull() {
        assertThat(Sample.problems(folder, Sample.with(TAG, TAG.replace("/>", " on-missing=\"null\"/>"))))
                .isEmpty();
    }
}
