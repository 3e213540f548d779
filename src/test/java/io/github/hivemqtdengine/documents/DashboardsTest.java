// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the dashboards for Grafana to what it needs to show them. */
class DashboardsTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @ParameterizedTest
    @CsvSource({
        "loadtest, prometheus",
        "pipeline, prometheus",
        "values, tdengine-datasource",
        "plant, tdengine-datasource"
    })
    void shouldTakeTheDataSourceFromAVariable(String name, String type) throws IOException {
        var dashboard = dashboard(name);

        assertThat(dashboard.findValues("datasource")).isNotEmpty().allSatisfy(source -> {
            assertThat(source.path("type").asText()).isEqualTo(type);
            assertThat(source.path("uid").asText()).isEqualTo("${datasource}");
        });
        assertThat(items(dashboard.path("templating").path("list")))
                .filteredOn(variable -> variable.path("type").asText().equals("datasource"))
                .extracting(variable -> variable.path("query").asText())
                .containsExactly(type);
    }

    @Test
    void shouldReadTheMetricsOfTheChosenBrokers() throws IOException {
        var dashboard = dashboard("pipeline");
        var expressions = Stream.concat(
                dashboard.findValuesAsText("expr").stream(),
                items(dashboard.at("/templating/list")).stream()
                        .map(variable -> variable.path("definition").asText())
                        .filter(definition -> definition.endsWith(", id)")));

        assertThat(expressions)
                .hasSizeGreaterThan(20)
                .allSatisfy(expression -> assertThat(expression
                                .replaceAll("\\w*\\{job=~\"\\$job\",instance=~\"\\$instance\"", "")
                                .replaceAll("\"[^\"]*\"", ""))
                        .as(expression)
                        .doesNotContain("com_hivemq", "{"));
        assertThat(items(dashboard.at("/templating/list")))
                .extracting(variable -> variable.path("name").asText())
                .containsExactly("datasource", "job", "instance", "route");
    }

    @Test
    void shouldMarkStartsReloadsAndOutages() throws IOException {
        assertThat(items(dashboard("pipeline").at("/annotations/list")))
                .extracting(annotation -> annotation.path("name").asText())
                .containsExactly("Starts", "Reloads", "Rejected changes", "Outages");
    }

    @ParameterizedTest
    @ValueSource(strings = {"loadtest", "pipeline", "values", "plant"})
    void shouldLinkTheOthersAndAPage(String name) throws IOException {
        var dashboard = dashboard(name);
        var links = items(dashboard.path("links"));

        assertThat(links).extracting(link -> link.path("type").asText()).containsExactly("dashboards", "link");
        assertThat(links.get(0).path("tags")).isEqualTo(dashboard.path("tags")).hasSize(2);
        assertThat(links.get(1).path("url").asText()).contains("/blob/main/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"loadtest", "pipeline", "values", "plant"})
    void shouldTellItsPanelsApart(String name) throws IOException {
        var panels = items(dashboard(name).path("panels"));

        assertThat(panels).extracting(panel -> panel.path("id").asInt()).doesNotHaveDuplicates();
        assertThat(panels)
                .filteredOn(panel -> !panel.path("type").asText().equals("row"))
                .hasSizeGreaterThan(4)
                .allSatisfy(panel -> {
                    assertThat(panel.path("title").asText()).isNotBlank();
                    assertThat(panel.at("/fieldConfig/defaults/unit").asText()).isNotBlank();
                    assertThat(items(panel.path("targets")))
                            .isNotEmpty()
                            .extracting(target -> target.path("refId").asText())
                            .doesNotHaveDuplicates();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"loadtest", "pipeline", "values", "plant"})
    void shouldPlaceItsPanelsWithoutOverlap(String name) throws IOException {
        var cells = new ArrayList<String>();
        for (var panel : items(dashboard(name).path("panels"))) {
            var place = panel.path("gridPos");
            int right = place.path("x").asInt() + place.path("w").asInt();
            assertThat(right).isLessThanOrEqualTo(24);
            for (int x = place.path("x").asInt(); x < right; x++) {
                for (int row = 0; row < place.path("h").asInt(); row++) {
                    cells.add(x + "," + (place.path("y").asInt() + row));
                }
            }
        }

        assertThat(cells).isNotEmpty().doesNotHaveDuplicates();
    }

    private static JsonNode dashboard(String name) throws IOException {
        var file = name.equals("loadtest") ? "loadtest/monitoring/dashboard" : "docker/grafana/dashboards/" + name;
        return MAPPER.readTree(Path.of(file + ".json").toFile());
    }

    private static List<JsonNode> items(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
