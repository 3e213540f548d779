// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.expression.Reference.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTemplateTest {

    @Test
    void shouldTakeSqlAndValuesApart() {
        var template = StatementTemplate.parse(
                "INSERT INTO messages (topic, qos, note)\n VALUES (${mqtt-topic}, ${mqtt-qos}, 'a;b--(') ; ");

        assertThat(template.values())
                .containsExactly(new Reference(Kind.MQTT_TOPIC, ""), new Reference(Kind.MQTT_QOS, ""));
        assertThat(template.references()).hasSize(2);
        assertThat(template.sql().head()).isEqualTo("INSERT INTO messages (topic, qos, note)\n VALUES ");
        assertThat(template.sql().pieces()).containsExactly("(", ", ", ", 'a;b--(')");
        assertThat(template.sql().placeholders()).containsExactly("${mqtt-topic}", "${mqtt-qos}");
        assertThat(template.sql().with("?"))
                .isEqualTo("INSERT INTO messages (topic, qos, note)\n VALUES (?, ?, 'a;b--(')");
    }

    @Test
    void shouldBeEqualIfTheTextsAre() {
        var text = "INSERT INTO t VALUES (${arrival-time})";

        assertThat(StatementTemplate.parse(text))
                .isEqualTo(StatementTemplate.parse(text))
                .hasSameHashCodeAs(StatementTemplate.parse(text))
                .isNotEqualTo(StatementTemplate.parse(text + " "))
                .hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "insert into t values (${mqtt-qos})",
                "INSERT INTO t (a) VALUES(${mqtt-qos}, f(${mqtt-topic}), ')')",
                "INSERT INTO \"my values (\" VALUES (\n${mqtt-qos}\n)",
                "INSERT INTO t VALUES (${mqtt-qos}::double, 1)",
            })
    void shouldSeeThatRowsCanShareAStatement(String text) {
        assertThat(StatementTemplate.parse(text).sql().head()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t SELECT ${mqtt-qos}",
                "INSERT INTO t VALUES (${mqtt-qos}) (${mqtt-qos})",
                "INSERT INTO t VALUES (1) u VALUES (${mqtt-qos})",
                "INSERT INTO t VALUES (${mqtt-qos}) ON CONFLICT DO NOTHING",
                "INSERT INTO t (a) SELECT * FROM (VALUES (${mqtt-qos}))",
                "INSERT INTO t USING s TAGS (${mqtt-topic}) VALUES (${mqtt-qos})",
                "INSERT INTO t VALUES (${mqtt-qos}))",
                "INSERT INTO t VALUES ((${mqtt-qos})",
                "INSERT INTO t myvalues (${mqtt-qos})",
                "DELETE FROM t WHERE a = ${mqtt-qos}",
                "INSERT INTO pings SELECT now()",
            })
    void shouldSeeThatEachRowTakesAStatement(String text) {
        var sql = StatementTemplate.parse(text).sql();

        assertThat(sql.head()).isEmpty();
        assertThat(sql.with("${x}")).isEqualTo(text.replaceAll("\\$\\{[a-z-]+}", "\\${x}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "VALUES ('${mqtt-topic}')|index 9 is a placeholder in quotes",
                "VALUES (\"${mqtt-topic}\")|index 9 is a placeholder in quotes",
                "INSERT INTO `${mqtt-topic}`|index 13 is a placeholder in quotes",
                "VALUES ('it''s ${mqtt-topic}')|index 15 is a placeholder in quotes",
                "VALUES ('\\' ${mqtt-topic} ')|index 9 is a backslash in quotes",
                "VALUES ('a'${mqtt-topic})|index 11 is a part of a word",
                "VALUES (${mqtt-topic}'a')|index 8 is a part of a word",
                "VALUES (m_${mqtt-topic})|index 10 is a part of a word",
                "VALUES (${mqtt-topic}_m)|index 8 is a part of a word",
                "VALUES (${mqtt-qos}${mqtt-topic})|index 8 is a part of a word",
                "VALUES (1-${mqtt-qos})|index 10 is a part of a word",
                "VALUES (${mqtt-qos}-1)|index 8 is a part of a word",
                "VALUES (db.${mqtt-topic})|index 11 is a part of a word",
                "${mqtt-topic}|index 0 is a part of a word",
                "INSERT INTO ${mqtt-topic} VALUES (1)|index 12 is in the place of a name",
                "insert into d using  ${mqtt-topic} tags (1)|index 21 is in the place of a name",
                "SELECT 1; DROP TABLE t|index 8 ends the statement, but something follows",
                "SELECT 1 -- ${mqtt-topic}|index 9 is a comment of SQL",
                "SELECT /* ' */ ${mqtt-topic}|index 7 is a comment of SQL",
                "SELECT ?|index 7 is not a placeholder; write ${...}",
                "SELECT $1|index 7 is not a placeholder; write ${...}",
                "SELECT 'a|index 7 opens a quote that is never closed",
                "SELECT ${mqtt-topic|index 7 opens a placeholder that is never closed",
                "SELECT ${mqtt-topc}|index 9 is not a reference; did you mean ${mqtt-topic}?",
            })
    void shouldPointAtWhatCanBeNoValue(String text, String mistake) {
        assertThatThrownBy(() -> StatementTemplate.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(mistake);
    }

    @Test
    void shouldKeepAnEscapedReferenceInQuotesAsText() {
        assertThat(StatementTemplate.parse("SELECT '$${x}', ${mqtt-qos}").sql().pieces())
                .containsExactly("SELECT '${x}', ", "");
    }
}
