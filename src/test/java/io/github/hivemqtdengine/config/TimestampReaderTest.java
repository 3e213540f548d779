// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.route.conversion.TimestampConversion.TimestampUnit;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampReaderTest {

    private static final String TIMESTAMP = "<timestamp name=\"at\" value=\"${payload:/t}\" unit=\"us\""
            + " on-equal=\"composite-key\" sequence-name=\"no\"/>";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "s, SECONDS",
        "ms, MILLISECONDS",
        "us, MICROSECONDS",
        "ns, NANOSECONDS",
        "iso-8601, ISO_8601",
    })
    void shouldKnowAllUnits(String word, TimestampUnit unit) {
        assertThat(read("<timestamp value=\"${payload:/t}\" unit=\"" + word + "\"/>")
                        .unit())
                .isEqualTo(unit);
    }

    @ParameterizedTest
    @CsvSource({
        "bump, BUMP",
        "overwrite, OVERWRITE",
        "composite-key, COMPOSITE_KEY",
        "reject, REJECT",
    })
    void shouldKnowAllWaysToTreatEqualTimestamps(String word, EqualTimestamps onEqual) {
        assertThat(read("<timestamp on-equal=\"" + word + "\"/>").onEqual()).isEqualTo(onEqual);
    }

    @Test
    void shouldMoveRowsOfEqualArrivalAndOverwriteRowsOfEqualTimeInThePayload() {
        assertThat(read("").onEqual()).isEqualTo(EqualTimestamps.BUMP);
        assertThat(read("<timestamp/>").onEqual()).isEqualTo(EqualTimestamps.BUMP);
        assertThat(read("<timestamp value=\"${payload:/t}\"/>").onEqual()).isEqualTo(EqualTimestamps.OVERWRITE);
    }

    @Test
    void shouldNameTheSecondKeyOnlyWhereThereIsOne() {
        assertThat(read("<timestamp on-equal=\"composite-key\"/>").sequenceColumn())
                .isEqualTo("seq");
        assertThat(read("<timestamp/>").sequenceColumn()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<timestamp name=\"a.b\"/>      | @name | a.b | must not contain a back-quote or a dot",
                "<timestamp unit=\"sec\" value=\"${payload:/t}\"/> | @unit | sec "
                        + "| is not allowed here; known are s, ms, us, ns, iso-8601",
                "<timestamp unit=\"s\"/>        | @unit | s | says how a time in the message is written, but the value "
                        + "is the time of arrival; leave it out, or say where the time is, like "
                        + "value=\"${payload:/time}\"",
                "<timestamp on-equal=\"merge\"/> | @on-equal | merge "
                        + "| is not allowed here; known are bump, overwrite, composite-key, reject",
                "<timestamp sequence-name=\"n\"/> | @sequence-name | n | has no effect here",
                "<timestamp name=\"n\" on-equal=\"composite-key\" sequence-name=\"N\"/> | @sequence-name | N "
                        + "| is taken already (case makes no difference); choose another one",
                "<timestamp name=\"SEQ\" on-equal=\"composite-key\"/> | '' | '' "
                        + "| gives both keys the name seq; set sequence-name",
                "<timestamp on-missing=\"null\"/> | @on-missing | on-missing | is not an attribute of <timestamp>; "
                        + "known are name, value, unit, on-equal, on-error, sequence-name",
            })
    void shouldReportWhatIsWrong(String timestamp, String element, String value, String rule) {
        assertThat(Sample.problems(folder, Sample.with(TIMESTAMP, timestamp)))
                .extracting(Problem::element, Problem::value, Problem::rule)
                .containsExactly(tuple("routes/route/table/timestamp" + element, value, rule));
    }

    @Test
    void shouldReportAColumnNamedLikeTheDefaultKey() {
        var xml = Sample.with(TIMESTAMP, "").replace("name=\"voltage\"", "name=\"TS\"");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::value)
                .containsExactly(tuple("routes/route/table/column@name", "TS"));
    }

    private TimestampSettings read(String timestamp) {
        return Sample.settings(folder, Sample.with(TIMESTAMP, timestamp))
                .routes()
                .get(0)
                .tables()
                .get(0)
                .timestamp();
    }
}
