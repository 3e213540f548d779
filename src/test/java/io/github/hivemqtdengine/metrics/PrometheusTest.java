// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.github.hivemqtdengine.extension.RegisteredMetrics;
import io.github.hivemqtdengine.testkit.InstalledProgram;
import io.prometheus.client.Collector.MetricFamilySamples;
import io.prometheus.client.dropwizard.DropwizardExports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the files for Prometheus to the metrics, under the names that HiveMQ's Prometheus extension gives them. */
class PrometheusTest {

    private static final Path FOLDER = Path.of("docker/prometheus");
    private static final Path DASHBOARD = Path.of("docker/grafana/dashboards/pipeline.json");
    private static final Pattern RELABELLING = Pattern.compile("(?m)^ +regex: (\\S+)$");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern OURS = Pattern.compile("com_hivemq_extensions_tdengine_\\w+");

    @ParameterizedTest
    @ValueSource(strings = {"plant", "east-2", "a_dropped", "x_mapping_values", "up"})
    void shouldMoveTheIdFromTheNameToALabel(String id) throws IOException {
        var relabelling = relabelling();
        var exposedId = "_" + id.replace('-', '_') + "_";

        assertThat(exposed(id))
                .filteredOn(name -> isOfOne(name, exposedId))
                .hasSizeGreaterThan(40)
                .allSatisfy(name -> {
                    var match = relabelling.matcher(name);
                    assertThat(match.matches()).as(name).isTrue();
                    assertThat("_" + match.group(2) + "_").as(name).isEqualTo(exposedId);
                });
        assertThat(exposed(id))
                .filteredOn(name -> !isOfOne(name, exposedId))
                .hasSizeGreaterThan(40)
                .noneMatch(name -> relabelling.matcher(name).matches());
    }

    private static boolean isOfOne(String name, String exposedId) {
        return Stream.of("route", "database", "schema_registry")
                .anyMatch(kind -> name.startsWith("com_hivemq_extensions_tdengine_" + kind + exposedId));
    }

    @Test
    void shouldAlarmOnMetricsThatExist() throws IOException {
        var known = known();

        assertThat(namesIn(FOLDER.resolve("rules.yml"))).hasSizeGreaterThan(10).isSubsetOf(known);
        assertThat(namesIn(FOLDER.resolve("rules-test.yml"))).containsAll(namesIn(FOLDER.resolve("rules.yml")));
    }

    @Test
    void shouldSayWhatToDoForEachAlarm() throws IOException {
        var rules = Files.readString(FOLDER.resolve("rules.yml")).split("(?m)^      - alert: ");

        assertThat(rules).hasSizeGreaterThan(10);
        assertThat(List.of(rules).subList(1, rules.length))
                .allSatisfy(rule -> assertThat(rule)
                        .containsPattern("\n          runbook_url: https://\\S+/docs/troubleshooting\\.md#[a-z-]+\n"));
    }

    @Test
    void shouldDrawMetricsThatExist() throws IOException {
        var known = known();

        assertThat(namesIn(DASHBOARD))
                .hasSizeGreaterThan(15)
                .allSatisfy(name -> assertThat(known)
                        .anyMatch(metric -> name.endsWith("_") ? metric.startsWith(name) : metric.equals(name)));
    }

    private static Set<String> known() throws IOException {
        var relabelling = relabelling();
        return exposed("plant").stream()
                .map(name -> relabelling.matcher(name).replaceFirst("com_hivemq_extensions_tdengine_$1_$3"))
                .collect(Collectors.toSet());
    }

    private static Pattern relabelling() throws IOException {
        var all = RELABELLING
                .matcher(Files.readString(FOLDER.resolve("prometheus.yml")))
                .results()
                .map((MatchResult match) -> match.group(1))
                .distinct()
                .toList();
        assertThat(all).as("the name and the label are taken from one pattern").hasSize(1);
        return Pattern.compile(all.get(0));
    }

    private static Set<String> namesIn(Path file) throws IOException {
        return OURS.matcher(Files.readString(file))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }

    private static Set<String> exposed(String id) {
        return new DropwizardExports(RegisteredMetrics.registry(id))
                .collect().stream()
                        .flatMap(family -> family.samples.stream())
                        .map((MetricFamilySamples.Sample sample) -> sample.name)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    @Tag("full")
    void shouldRingWhenAnOperatorHasToAct() throws IOException, InterruptedException {
        var promtool = InstalledProgram.orSkip("promtool");

        assertThat(promtool.run(FOLDER, "check", "config", "prometheus.yml")).contains("SUCCESS");
        assertThat(promtool.run(FOLDER, "test", "rules", "rules-test.yml")).contains("SUCCESS");
    }

    /** Some errors depend on the metrics that exist, such as two series with the same labels. */
    @Test
    @Tag("full")
    void shouldDrawEveryPanel(@TempDir Path folder) throws IOException, InterruptedException {
        var promtool = InstalledProgram.orSkip("promtool");
        var panels = panels();
        var groups = MAPPER.createObjectNode();
        groups.putArray("groups").addObject().put("name", "panels").set("rules", panels);
        groups.withArray("groups").addObject().put("name", "annotations").set("rules", annotations());
        MAPPER.writeValue(folder.resolve("panels.yml").toFile(), groups); // JSON is YAML
        var test = MAPPER.createObjectNode().put("interval", "1m");
        test.set("input_series", series());
        test.putArray("promql_expr_test")
                .addObject()
                .put("expr", "count(count by (__name__) ({__name__=~\"panel.+\"}))")
                .put("eval_time", "10m")
                .putArray("exp_samples")
                .addObject()
                .put("labels", "{}")
                .put("value", panels.size());
        var tests = MAPPER.createObjectNode();
        tests.putArray("rule_files").add("panels.yml");
        tests.putArray("tests").add(test);
        MAPPER.writeValue(folder.resolve("test.yml").toFile(), tests);

        assertThat(promtool.run(folder, "test", "rules", "test.yml")).contains("SUCCESS");
    }

    private static ArrayNode panels() throws IOException {
        var rules = MAPPER.createArrayNode();
        for (var expression : MAPPER.readTree(DASHBOARD.toFile()).path("panels").findValuesAsText("expr")) {
            rules.addObject().put("record", "panel" + rules.size()).put("expr", withoutVariables(expression));
        }
        assertThat(rules).hasSizeGreaterThan(20);
        return rules;
    }

    /** Returns the annotations, which are empty most of the time. */
    private static ArrayNode annotations() throws IOException {
        var rules = MAPPER.createArrayNode();
        for (var expression :
                MAPPER.readTree(DASHBOARD.toFile()).path("annotations").findValuesAsText("expr")) {
            rules.addObject().put("record", "annotation" + rules.size()).put("expr", withoutVariables(expression));
        }
        assertThat(rules).hasSizeGreaterThan(2);
        return rules;
    }

    private static String withoutVariables(String expression) {
        return expression.replaceAll("\\$(?:job|instance|route)", ".*");
    }

    private static ArrayNode series() throws IOException {
        var series = MAPPER.createArrayNode();
        for (var metric : known()) {
            for (var quantile : List.of("0.5", "0.99")) {
                series.addObject()
                        .put("series", metric + "{id=\"plant\",quantile=\"" + quantile + "\"}")
                        .put("values", "0+10x10");
            }
        }
        return series;
    }
}
