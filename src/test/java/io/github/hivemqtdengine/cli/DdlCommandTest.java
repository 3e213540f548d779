// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DdlCommandTest {

    @TempDir
    private Path home;

    @Test
    void shouldPrintWhatTdengineNeeds() {
        var result = Terminal.with(home, Terminal.CONFIGURATION).run("ddl");

        assertThat(result.code()).isZero();
        assertThat(result.out().lines())
                .containsExactly(
                        "CREATE DATABASE IF NOT EXISTS `factory` PRECISION 'ms';",
                        "CREATE STABLE IF NOT EXISTS `factory`.`meters` (`ts` TIMESTAMP, `voltage` DOUBLE, `phase` INT,"
                                + " `unit` VARCHAR(8)) TAGS (`site` VARCHAR(64));",
                        "CREATE STABLE IF NOT EXISTS `factory`.`wills` (`ts` TIMESTAMP, `payload` VARCHAR(64))"
                                + " TAGS (`topic` VARCHAR(256));");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void shouldPrintWhatQuestDbNeeds() {
        var configuration =
                Terminal.CONFIGURATION.replace("jdbc:TAOS-WS://localhost:6041", "jdbc:postgresql://localhost:8812/qdb");

        var result = Terminal.with(home, configuration).run("ddl", "--database", "plant");

        assertThat(result.code()).isZero();
        assertThat(result.out().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("CREATE TABLE IF NOT EXISTS \"") && line.endsWith(";"));
    }

    @Test
    void shouldCreateATableOfSeveralRoutesOnce() {
        var second = Terminal.CONFIGURATION.substring(
                Terminal.CONFIGURATION.indexOf("<route>"), Terminal.CONFIGURATION.indexOf("</route>") + 8);
        var configuration = Terminal.CONFIGURATION.replace(
                "</routes>",
                second.replace("<id>meters</id>", "<id>more</id>").replace("site/{site}", "more/{site}") + "</routes>");

        var result = Terminal.with(home, configuration).run("ddl");

        assertThat(result.out().lines().filter(line -> line.contains("`meters`")))
                .hasSize(1);
    }

    @Test
    void shouldAnswerInJson() {
        var result = Terminal.with(home, Terminal.CONFIGURATION).run("ddl", "--json");

        assertThat(result.json().get("databases"))
                .asInstanceOf(LIST)
                .singleElement()
                .isInstanceOfSatisfying(Map.class, database -> {
                    assertThat(database.get("id")).isEqualTo("plant");
                    assertThat(database.get("statements")).asInstanceOf(LIST).hasSize(3);
                });
    }

    @Test
    void shouldSayThatColumnsComeWithTheMessages() {
        var table = Terminal.CONFIGURATION
                .replace("<name>factory</name>", "<name>factory</name><schema>evolve</schema>")
                .replace("<table super-table=\"meters\"", "<table columns=\"auto\" super-table=\"meters\"");

        var declared = Terminal.with(home, table).run("ddl");
        var empty = Terminal.with(home, table.replaceAll("<column name=\"(voltage|phase|unit)\"[^>]*>", ""))
                .run("ddl");

        assertThat(declared.out()).contains("`voltage` DOUBLE");
        assertThat(empty.code()).isZero();
        assertThat(empty.out()).contains("`wills`").doesNotContain("`meters`");
        assertThat(List.of(declared, empty))
                .allSatisfy(result -> assertThat(result.err()).contains("The table meters gets columns"));
    }

    @Test
    void shouldSayThatRecordsNameTheTables() {
        var named = Terminal.CONFIGURATION.replace(
                "super-table=\"meters\" sub-table=\"m_", "super-table=\"t_${mqtt-topic:site}\" sub-table=\"m_");

        var result = Terminal.with(home, named).run("ddl");

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("`wills`").doesNotContain("`t_");
        assertThat(result.err())
                .contains("The records of the route meters name super tables; each is created with its first row.")
                .doesNotContain("There is nothing to create");
    }

    @Test
    void shouldSayThatTheTablesOfAStatementAreTheUsers() {
        var result = Terminal.with(home, Terminal.withStatement()).run("ddl");

        assertThat(result.code()).isZero();
        assertThat(result.out()).doesNotContain("meters");
        assertThat(result.err()).contains("There is nothing to create for the route meters");
    }
}
