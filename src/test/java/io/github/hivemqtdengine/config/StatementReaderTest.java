// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.route.conversion.OnError;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementReaderTest {

    private static final String TABLE =
            Sample.XML.substring(Sample.XML.indexOf("<table"), Sample.XML.indexOf("</table>") + "</table>".length());
    private static final String STATEMENT = """
            <statement-template>
              INSERT INTO meters (tbname, ts, v)
              VALUES (${mqtt-topic:meter}, ${arrival-time}, ${payload:/v})
            </statement-template>""";

    @TempDir
    Path folder;

    @Test
    void shouldReadAStatementInPlaceOfTables() {
        var route =
                Sample.settings(folder, Sample.with(TABLE, STATEMENT)).routes().get(0);

        assertThat(route.tables()).isEmpty();
        var statement = Objects.requireNonNull(route.statement());
        assertThat(statement.template().toString()).startsWith("INSERT INTO").endsWith("})");
        assertThat(statement.errors().missing()).isEqualTo(OnError.NULL);
    }

    @Test
    void shouldTakePartsOfTheStatementFromTheEnvironment() {
        var route = Sample.settings(
                        folder, Sample.with(TABLE, STATEMENT.replace("INTO meters", "INTO `${ENV:TDENGINE_PASSWORD}`")))
                .routes()
                .get(0);

        assertThat(String.valueOf(route.statement())).contains("INTO `from the environment`");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "${arrival-time}|'${arrival-time}'|can't be read: what begins at index 67 is a placeholder in quotes",
                "${payload:/v}|${payload:v}|can't be read: what begins at index",
                "${mqtt-topic:meter}|${mqtt-topic:mter}|uses the topic level \"mter\"",
                "${payload:/v}|${payload-bytes}|reads what only payloads of format=\"raw\" have",
                "VALUES (|VALUES -- (|can't be read: what begins at index",
            })
    void shouldReportWhatIsWrong(String place, String replacement, String rule) {
        assertThat(STATEMENT).contains(place);

        assertThat(Sample.problems(folder, Sample.with(TABLE, STATEMENT.replace(place, replacement))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.element()).isEqualTo("routes/route/statement-template");
                    assertThat(problem.rule()).startsWith(rule);
                });
    }

    @Test
    void shouldRejectAnEmptyStatement() {
        assertThat(Sample.problems(folder, Sample.with(TABLE, "<statement-template/>")))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple("routes/route/statement-template", "must not be empty"));
    }

    @Test
    void shouldRejectWhatHasNoMeaningBesideAStatement() {
        var xml = Sample.with(TABLE, TABLE + STATEMENT).replace("decode=\"drop\"", "name=\"drop\" length=\"null\"");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::rule)
                .containsExactlyInAnyOrder(
                        tuple(
                                "routes/route/table",
                                "is beside <statement-template>; a route has either tables or a statement of its own"),
                        tuple(
                                "routes/route/on-error@name",
                                "must not be used with <statement-template>, which names no subtable and no lengths"),
                        tuple(
                                "routes/route/on-error@length",
                                "must not be used with <statement-template>, which names no subtable and no lengths"));
    }
}
