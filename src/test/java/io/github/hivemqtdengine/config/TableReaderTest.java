// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.expression.Expression;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import io.github.hivemqtdengine.route.table.TableSettings.ConditionSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
                        + "| does not fit the type INT: \"zero\" is not a number",
                "default=\"0\"    | default=\"2147483648\"    | /column@default | 2147483648 "
                        + "| does not fit the type INT: \"2147483648\" is "
                        + "outside INT, which holds -2147483648 to 2147483647",
                "on-missing=\"dead-letter\" | on-missing=\"ignore\" | /column@on-missing | ignore "
                        + "| is not allowed here; known are dead-letter, drop, skip-row, null, default",
                "on-mismatch=\"drop\" | on-mismatch=\"dorp\"  | /column@on-mismatch | dorp "
                        + "| is not allowed here; did you mean drop?",
                "default=\"0\"    | on-range=\"default\"        | /column@on-range | default "
                        + "| needs the attribute default beside it",
                "default=\"0\"    | on-length=\"truncate\"     | /column@on-length | truncate "
                        + "| can't cut values of the type INT",
                "sub-table= | max-interval=\"1 h\" sub-table= | @max-interval | 1 h | has no effect here",
                "default=\"0\" | default=\"0\" dead-band=\"1\" | /column@dead-band | 1 | has no effect here",
                "sub-table= | min-interval=\"0 ms\" sub-table= | @min-interval | 0 ms | is outside 1 ms to 365 d",
                "sub-table= | where=\"payload:/v >\" sub-table= | @where | payload:/v > "
                        + "| can't be read: what begins at index 12 is the end where a value is expected",
                "sub-table= | where=\"mqtt-topic:hall = 1\" sub-table= | @where | mqtt-topic:hall = 1 "
                        + "| uses the topic level \"hall\", which the filter site/{site}/meter/{meter}/# does not have; "
                        + "write {hall} for one of its levels",
                "sub-table= | where=\"payload-bytes = 1\" sub-table= | @where | payload-bytes = 1 "
                        + "| reads what only payloads of format=\"raw\" have",
                "sub-table= | columns=\"all\" sub-table= | @columns | all | is not allowed here; known are declared, auto",
                "<timestamp | <auto-columns/><timestamp | /auto-columns | ~~ | has no effect here",
            })
    void shouldReportWhatIsWrong(String place, String replacement, String element, String value, String rule) {
        var xml = Sample.with(place, replacement == null ? "" : replacement);

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple("routes/route/table" + element, value, rule));
    }

    private static String automatic(String section) {
        return Sample.with("sub-table=", "columns=\"auto\" sub-table=").replace("<timestamp", section + "<timestamp");
    }

    private Optional<AutoColumns> autoColumns(String xml) {
        return Optional.ofNullable(
                Sample.settings(folder, xml).routes().get(0).tables().get(0).auto());
    }

    @Test
    void shouldReadWhichFieldsBecomeColumns() {
        var errors = new ValueErrors(OnError.NULL, OnError.NULL, OnError.NULL, OnError.NULL);

        assertThat(autoColumns(Sample.XML)).isEmpty();
        assertThat(autoColumns(automatic(""))).contains(new AutoColumns("", 100, false, errors));
        assertThat(autoColumns(automatic("<auto-columns from=\"/data\" limit=\"7\"/>")))
                .contains(new AutoColumns("/data", 7, false, errors));
        assertThat(autoColumns(automatic("").replace("format=\"json\" rows=\"/readings\"", "format=\"line-protocol\"")))
                .contains(new AutoColumns("", 100, true, errors));
        var withoutColumns = automatic("").replaceAll("<column [^>]*/>", "");
        assertThat(autoColumns(withoutColumns)).isPresent();
        assertThat(Sample.problems(folder, withoutColumns.replace("columns=\"auto\"", "")))
                .extracting(Problem::rule)
                .containsExactly("needs at least one <column>");
    }

    @Test
    void shouldReportFieldsThatCannotBecomeColumns() {
        assertThat(Sample.problems(folder, automatic("").replace("<schema>evolve", "<schema>create")))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple(
                        "routes/route/table@columns",
                        "auto",
                        "adds columns to tables, which needs <schema>evolve</schema> in the <database>"));
        assertThat(Sample.problems(
                        folder, automatic("").replace("format=\"json\" rows=\"/readings\"", "format=\"raw\"")))
                .extracting(Problem::rule)
                .contains("makes columns of a payload's fields, which needs a format with fields, such as json");
        assertThat(Sample.problems(folder, automatic("<auto-columns from=\"data\" limit=\"0\"/>")))
                .extracting(Problem::element)
                .containsExactly("routes/route/table/auto-columns@from", "routes/route/table/auto-columns@limit");
    }

    @Test
    void shouldReadWhichRecordsATableWants() {
        var xml = Sample.with("sub-table=", "where=\"payload:/v > 0 and mqtt-topic:site = 'a'\" sub-table=");

        assertThat(Sample.settings(folder, xml).routes().get(0).tables().get(0).where())
                .isEqualTo(new ConditionSettings(
                        Expression.parse("payload:/v > 0 and mqtt-topic:site = 'a'"),
                        new ValueErrors(OnError.NULL, OnError.NULL, OnError.NULL, OnError.NULL)));
    }

    @Test
    void shouldReadWhichRowsAreWorthStoring() {
        var xml = Sample.with(
                        "sub-table=", "only-on-change=\"true\" min-interval=\"10 s\" max-interval=\"1 h\" sub-table=")
                .replace("on-mismatch=\"drop\"", "dead-band=\"0.5\"");

        assertThat(Sample.settings(folder, xml).routes().get(0).tables().get(0).sampling())
                .isEqualTo(new Sampling(true, Duration.ofSeconds(10), Duration.ofHours(1), List.of(0.5, 0.0)));
        assertThat(Sample.problems(folder, xml.replace("\"0.5\"", "\"-1\"")))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple(
                        "routes/route/table/column@dead-band",
                        "is not a difference; write a number above 0, like 0.5"));
    }

    /** The reaction to a type mismatch also applies to lengths and ranges. */
    @ParameterizedTest
    @CsvSource({
        "on-mismatch=\"drop\",                       DROP, DROP, DROP",
        "on-mismatch=\"drop\" on-range=\"null\",     DROP, DROP, NULL",
        "on-mismatch=\"drop\" on-length=\"skip-row\", DROP, SKIP_ROW, DROP",
        "on-missing=\"skip-row\",                    DROP, DROP, DROP"
    })
    void shouldTakeWhatIsSaidOfTypesForLengthsAndRanges(
            String attributes, OnError mismatch, OnError length, OnError range) {
        var xml = Sample.with("on-mismatch=\"drop\"", attributes)
                .replace("type-mismatch=\"null\"", "type-mismatch=\"drop\"");

        var errors = Sample.settings(folder, xml)
                .routes()
                .get(0)
                .tables()
                .get(0)
                .columns()
                .get(0)
                .errors();
        assertThat(errors.mismatch()).isEqualTo(mismatch);
        assertThat(errors.length()).isEqualTo(length);
        assertThat(errors.range()).isEqualTo(range);
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "VARCHAR(40000) | VARCHAR(25511)     | 0",
                "VARCHAR(40000) | VARCHAR(25512)     | 65532",
                "NCHAR(8000)    | VARBINARY(33511)   | 0",
                "NCHAR(8000)    | GEOMETRY(33512)    | 65532",
                "DECIMAL(18,2)  | VARCHAR(65505)     | 0",
                "DECIMAL(18,2)  | VARCHAR(65506)     | 65532",
                "DECIMAL(19,2)  | VARCHAR(65497)     | 0",
                "DECIMAL(19,2)  | VARCHAR(65498)     | 65532",
                "TINYINT        | VARCHAR(65512)     | 0",
                "FLOAT          | VARCHAR(65510)     | 65532",
                "VARCHAR(40000) | VARCHAR(40000)     | 80020",
            })
    void shouldReportRowsThatTdengineCanNotHold(String first, String second, int bytes) {
        var xml = Sample.with("type=\"DOUBLE\"", "type=\"" + first + "\"")
                .replace("type=\"INT\"", "type=\"" + second + "\"")
                .replace(" default=\"0\"", "");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::line, Problem::element, Problem::rule)
                .containsExactlyElementsOf(
                        bytes == 0
                                ? List.of()
                                : List.of(
                                        tuple(
                                                Sample.line("<table"),
                                                "routes/route/table",
                                                "has rows of up to " + bytes + " bytes, and TDengine allows 65531; "
                                                        + "VARCHAR(n) takes n + 2 of them, NCHAR(n) 4n + 2: make some shorter")));
    }

    @Test
    void shouldReportTagsThatTdengineCanNotHold() {
        var other = TAG.replace("\"site\"", "\"number\"").replace("VARCHAR(64)", "INT");

        assertThat(Sample.problems(folder, Sample.with(TAG, TAG.replace("64", "16378") + other)))
                .isEmpty();
        assertThat(Sample.problems(folder, Sample.with(TAG, TAG.replace("64", "16379") + other)))
                .extracting(Problem::rule)
                .containsExactly("has tags of up to 16385 bytes, and TDengine allows 16384; "
                        + "VARCHAR(n) takes n + 2 of them, NCHAR(n) 4n + 2: make some shorter");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name=\"voltage\"  | name=\"temp-c\"   | /column@name | temp-c "
                        + "| contains the character '-', which QuestDB does not allow there",
                "name=\"voltage\"  | name=\"temp(C)\"  | /column@name | temp(C) "
                        + "| contains the character '(', which QuestDB does not allow there",
                "name=\"site\"     | name=\"a/b\"      | /tag@name | a/b "
                        + "| contains the character '/', which QuestDB does not allow there",
                "name=\"at\"       | name=\"a:t\"      | /timestamp@name | a:t "
                        + "| contains the character ':', which QuestDB does not allow there",
                "name=\"no\"       | name=\"n+o\"      | /timestamp@sequence-name | n+o "
                        + "| contains the character '+', which QuestDB does not allow there",
                "name=\"voltage\"  | name=\"Subtable\" | /column@name | Subtable "
                        + "| is the column that holds the subtable's name in QuestDB; choose another name",
                "name=\"at\"       | name=\"subtable\" | /timestamp@name | subtable "
                        + "| is the column that holds the subtable's name in QuestDB; choose another name",
                "super-table=\"meters\" | super-table=\"a*b\" | @super-table | a*b "
                        + "| contains the character '*', which QuestDB does not allow there",
            })
    void shouldReportNamesThatOnlyQuestDbRefuses(
            String place, String replacement, String element, String value, String rule) {
        var xml = Sample.with(place, replacement);

        assertThat(Sample.problems(folder, xml)).isEmpty();
        assertThat(Sample.problems(folder, inQuestDb(xml)))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple("routes/route/table" + element, value, rule));
    }

    @Test
    void shouldReportATableNameThatIsTooLongForQuestDb() {
        var xml = Sample.with("super-table=\"meters\"", "super-table=\"" + "x".repeat(128) + "\"");

        assertThat(Sample.problems(folder, xml)).isEmpty();
        assertThat(Sample.problems(folder, inQuestDb(xml)))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(
                        tuple("routes/route/table@super-table", "does not have 1 to 127 characters, as QuestDB wants"));
    }

    @Test
    void shouldNotHoldQuestDbToTheSizesOfTdengine() {
        var xml = Sample.with("type=\"DOUBLE\"", "type=\"VARCHAR(65517)\"");

        assertThat(Sample.problems(folder, xml)).isNotEmpty();
        assertThat(Sample.problems(folder, inQuestDb(xml))).isEmpty();
    }

    @Test
    void shouldReportTagsToAlterWhereTheyBelongToTheRows() {
        var xml = keyedByTopic(Sample.with("new-subtable", "alter"));

        assertThat(Sample.problems(folder, xml)).isEmpty();
        assertThat(Sample.problems(folder, inQuestDb(xml))).singleElement().satisfies(problem -> {
            assertThat(problem.element()).isEqualTo("routes/route/table");
            assertThat(problem.rule()).startsWith("has on-tag-change=\"alter\"");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"client-id", "none"})
    void shouldReportTagsToAlterWhereTheRowsOfASubtableComeBySeveralLanes(String laneKey) {
        var xml = keyedByTopic(Sample.with("new-subtable", "alter")).replace("<lane-key>topic", "<lane-key>" + laneKey);

        assertThat(Sample.problems(folder, xml)).singleElement().satisfies(problem -> {
            assertThat(problem.element()).isEqualTo("routes/route");
            assertThat(problem.rule()).startsWith("has on-tag-change=\"alter\", which needs the lane-key topic");
        });
    }

    private static String keyedByTopic(String xml) {
        return xml.replace("<lane-key>none", "<lane-key>topic").replaceAll("<group-.*", "");
    }

    private static String inQuestDb(String xml) {
        return Sample.withUrl(xml, "jdbc:postgresql://localhost:8812/qdb");
    }

    /** Larger values could never be stored: no SQL literal holds them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sql       | INT          | 32763 | | ",
                "sql       | INT          | 32764 | write-engine sql writes | set write-engine to auto",
                "statement | INT          | 49152 | | ",
                "auto      | INT          | 49152 | | ",
                "auto      | DECIMAL(9,2) | 32763 | | ",
                "auto      | DECIMAL(9,2) | 49152 | a table with the type DECIMAL needs | leave out that type",
            })
    void shouldReportBinaryColumnsThatOnlyAStatementCanFill(
            String engine, String other, int length, @Nullable String why, @Nullable String remedy) {
        var xml = Sample.with("<write-engine>statement", "<write-engine>" + engine)
                .replace("type=\"DOUBLE\"", "type=\"VARBINARY(" + length + ")\"")
                .replace("type=\"INT\"", "type=\"" + other + "\"");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::rule)
                .containsExactlyElementsOf(
                        why == null
                                ? List.of()
                                : List.of(tuple(
                                        "routes/route/table",
                                        "has the column voltage of type VARBINARY(" + length + "), but " + why
                                                + " SQL literals, which hold no more than 32763 bytes: make it"
                                                + " VARBINARY(32763) or shorter, or " + remedy)));
    }

    private static String tags(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> TAG.replace("name=\"site\"", "name=\"site" + i + "\""))
                .collect(Collectors.joining());
    }

    @Test
    void shouldAllowOneColumnAndNoTagOfTypeBlob() {
        var auto = Sample.with("<write-engine>statement", "<write-engine>auto")
                .replace("type=\"DOUBLE\"", "type=\"BLOB\"");

        assertThat(Sample.problems(folder, auto)).isEmpty();
        assertThat(Sample.problems(
                        folder, auto.replace("type=\"INT\"", "type=\"BLOB\"").replace("default=\"0\" ", "")))
                .extracting(Problem::rule)
                .singleElement()
                .asString()
                .startsWith("has several columns of type BLOB, and TDengine allows one");
        assertThat(Sample.problems(folder, Sample.with("VARCHAR(64)", "BLOB")))
                .extracting(Problem::rule)
                .contains("has a tag of type BLOB, which TDengine does not allow: make it VARBINARY(n), or a column");
        assertThat(Sample.problems(folder, auto.replace("<write-engine>auto", "<write-engine>sql")))
                .extracting(Problem::rule)
                .singleElement()
                .asString()
                .contains("of type BLOB, but write-engine sql writes SQL literals", "set write-engine to auto");
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
