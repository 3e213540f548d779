// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsCommandTest {

    /** Nothing listens on this port. */
    private static final String CONFIGURATION = """
            <hivemq-tdengine-extension>
              <databases>
                <database><id>plant</id><jdbc-url>jdbc:postgresql://127.0.0.1:1/qdb</jdbc-url>
                  <username>admin</username><password>s3cret</password></database>
              </databases>
              <routes>%s</routes>
            </hivemq-tdengine-extension>
            """;

    private static final String ROUTE = """
            <route>
              <id>r%1$d</id>
              <mqtt-topic-filters><mqtt-topic-filter>t/%1$d</mqtt-topic-filter></mqtt-topic-filters>
              <payload format="raw"/>
              <table super-table="t%2$d" sub-table="s_${mqtt-client-id}">
                <timestamp/>
                <tag name="client" type="VARCHAR(64)" value="${mqtt-client-id}"/>
                <column name="v" type="VARCHAR(64)" value="${payload}"/>
              </table>
            </route>
            """;

    @TempDir
    private Path home;

    private Terminal routes(int count, int tables) {
        var routes = IntStream.range(0, count)
                .mapToObj(number -> ROUTE.formatted(number, number % tables))
                .collect(Collectors.joining());
        return Terminal.with(home, CONFIGURATION.formatted(routes));
    }

    @Test
    void shouldShowATableOnceAndSayWhyItHasNoRows() {
        var result = routes(3, 2).run("rows");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out().lines())
                .satisfiesExactly(
                        one -> assertThat(one).startsWith("plant, t0: ").contains("127.0.0.1:1"),
                        other -> assertThat(other).startsWith("plant, t1: "));
        assertThat(result.err()).isEmpty();
    }

    @Test
    void shouldShowAHundredTables() {
        var terminal = routes(103, 103);
        var result = terminal.run("rows");

        assertThat(result.out().lines()).hasSize(100);
        assertThat(result.err()).contains("3 other tables are not shown; choose some with --database or --table");
        assertThat(terminal.run("rows", "--json").json()).containsEntry("others", 3L);
        assertThat(terminal.run("rows", "--table", "t102").out()).startsWith("plant, t102: ");
    }

    @Test
    void shouldRefuseWhatItCannotShow() {
        var terminal = routes(1, 1);

        assertThat(terminal.run("rows", "--limit", "0").err()).contains("--limit is 0; it is 1 to 1000");
        assertThat(terminal.run("rows", "--table", "nosuch").err()).contains("No route writes the table nosuch");
        assertThat(terminal.run("rows", "--database", "nosuch").code()).isEqualTo(2);
    }
}
