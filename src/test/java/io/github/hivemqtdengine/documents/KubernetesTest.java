// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.github.hivemqtdengine.testkit.InstalledProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the broker for Kubernetes to the files of the containers, and its parts to each other. */
class KubernetesTest {

    private static final ObjectMapper YAML = new YAMLMapper();
    private static final Path FOLDER = Path.of("docker", "kubernetes");
    private static final Path DATA = Path.of("/opt/hivemq/data");

    private final JsonNode kustomization = read(FOLDER.resolve("kustomization.yaml"));
    private final List<JsonNode> broker = documents(FOLDER.resolve("broker.yaml"));
    private final JsonNode service = broker.get(0);
    private final JsonNode set = broker.get(1).path("spec");
    private final JsonNode pod = set.at("/template/spec");
    private final JsonNode container = pod.at("/containers/0");
    private final JsonNode monitor = read(FOLDER.resolve("pod-monitor.yaml")).path("spec");

    @Test
    void shouldAlarmAsPrometheusDoes() {
        var alarms = read(Path.of("docker/prometheus/rules.yml")).path("groups");

        assertThat(alarms).isNotEmpty();
        assertThat(read(FOLDER.resolve("prometheus-rule.yaml")).at("/spec/groups"))
                .isEqualTo(alarms);
    }

    @Test
    void shouldNameMetricsAsPrometheusDoes() {
        var relabelling = items(monitor.at("/podMetricsEndpoints/0/metricRelabelings"));
        var expected =
                items(read(Path.of("docker/prometheus/prometheus.yml")).at("/scrape_configs/0/metric_relabel_configs"));

        assertThat(relabelling).hasSize(2).hasSameSizeAs(expected);
        for (int i = 0; i < 2; i++) {
            assertThat(texts(relabelling.get(i), "sourceLabels", "regex", "targetLabel", "replacement"))
                    .isEqualTo(texts(expected.get(i), "source_labels", "regex", "target_label", "replacement"));
        }
    }

    private static List<String> texts(JsonNode node, String... names) {
        return Stream.of(names).map(name -> node.path(name).toString()).toList();
    }

    @Test
    void shouldMapMessagesAsTheContainersDo() throws IOException {
        var ours = Files.readString(FOLDER.resolve("config.xml"));
        var theirs = Files.readString(Path.of("docker/broker/config.xml"));

        assertThat(elements(ours))
                .isEqualTo(elements(theirs).replace("/run/secrets/tdengine-mqtt", "/run/secrets/tdengine/password"));
    }

    private static String elements(String xml) {
        return xml.substring(xml.indexOf("<hivemq-tdengine-extension>"));
    }

    @Test
    void shouldSelectThePod() {
        var labels = set.at("/template/metadata/labels");

        assertThat(labels).isNotEmpty();
        assertThat(set.at("/selector/matchLabels")).isEqualTo(labels);
        assertThat(service.at("/spec/selector")).isEqualTo(labels);
        assertThat(monitor.at("/selector/matchLabels")).isEqualTo(labels);
        assertThat(set.path("serviceName")).isEqualTo(service.at("/metadata/name"));
        assertThat(container.path("ports"))
                .extracting(port -> port.path("name"))
                .contains(service.at("/spec/ports/0/targetPort"), monitor.at("/podMetricsEndpoints/0/port"));
        assertThat(container.path("image")).isEqualTo(kustomization.at("/images/0/name"));
    }

    /** HiveMQ CE has no cluster. */
    @Test
    void shouldStartOneBroker() {
        assertThat(set.path("replicas").asInt()).isEqualTo(1);
    }

    /** Otherwise a new pod would lose the spool. */
    @Test
    void shouldKeepTheDataOnAVolume() {
        assertThat(mounted(DATA.toString())).isEqualTo(set.at("/volumeClaimTemplates/0/metadata/name"));
        assertThat(pod.at("/securityContext/fsGroup").isInt()).isTrue();
    }

    @Test
    void shouldMountWhatTheExtensionReads() throws IOException {
        var config = kustomization.at("/configMapGenerator/0");
        var secret = kustomization.at("/secretGenerator/0");
        var password = "${FILE:/run/secrets/tdengine/" + secret.at("/files/0").asText() + "}";

        assertThat(volume("/opt/hivemq/extensions/hivemq-tdengine-extension/conf")
                        .at("/configMap/name"))
                .isEqualTo(config.path("name"));
        assertThat(volume("/run/secrets/tdengine").at("/secret/secretName")).isEqualTo(secret.path("name"));
        assertThat(Files.readString(FOLDER.resolve(config.at("/files/0").asText())))
                .contains(password);
        assertThat(Files.readString(Path.of(".gitignore"))).contains("docker/kubernetes/password\n");
        assertThat(kustomization.at("/generatorOptions/disableNameSuffixHash").asBoolean())
                .as("a changed file does not replace the pod")
                .isTrue();
    }

    private JsonNode mounted(String path) {
        return find(container.path("volumeMounts"), "mountPath", path).path("name");
    }

    private JsonNode volume(String path) {
        return find(pod.path("volumes"), "name", mounted(path).asText());
    }

    private static JsonNode find(JsonNode array, String key, String value) {
        return items(array).stream()
                .filter(item -> item.path(key).asText().equals(value))
                .findFirst()
                .orElseThrow(() -> new AssertionError(key + " " + value + " is not there"));
    }

    /** The drain timeout is 30 s, and the last write may take as long. */
    @Test
    void shouldWaitForAStop() {
        assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isGreaterThan(60);
    }

    /** A broker whose database is away has to stay. */
    @Test
    void shouldProbeThePortOfTheBrokerAndItsStartAsTheImageDoes() throws IOException {
        assertThat(List.of("readinessProbe", "livenessProbe"))
                .allSatisfy(probe -> assertThat(container.path(probe).at("/tcpSocket/port"))
                        .as(probe)
                        .isEqualTo(service.at("/spec/ports/0/targetPort")));
        assertThat(Files.readString(Path.of("docker/Dockerfile")))
                .contains("CMD [\"bash\", \"-c\", \""
                        + container.at("/startupProbe/exec/command/2").asText() + "\"]\n")
                .contains("/bin/hivemq-tdengine status --running\"]\n");
        int seconds = container.at("/startupProbe/periodSeconds").asInt()
                * container.at("/startupProbe/failureThreshold").asInt();
        assertThat(seconds).as("time to read the spool").isGreaterThanOrEqualTo(600);
    }

    /** What the level "restricted" of Kubernetes' pod security standards asks for. */
    @Test
    void shouldRunWithoutRights() {
        var security = pod.path("securityContext");

        assertThat(security.path("runAsNonRoot").asBoolean()).isTrue();
        assertThat(security.path("runAsUser").asInt()).isEqualTo(10000);
        assertThat(security.at("/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
        assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true))
                .isFalse();
        assertThat(container.at("/securityContext/capabilities/drop/0").asText())
                .isEqualTo("ALL");
        assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
    }

    @Test
    @Tag("full")
    void shouldBeBuiltByKustomize(@TempDir Path folder) throws IOException, InterruptedException {
        var kubectl = InstalledProgram.orSkip("kubectl");
        try (var files = Files.list(FOLDER)) {
            for (var file : files.toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        Files.writeString(folder.resolve("password"), "secret");

        var built = YAML.readerFor(JsonNode.class)
                .<JsonNode>readValues(kubectl.run(folder, "kustomize", "."))
                .readAll();

        assertThat(built)
                .extracting(document -> document.path("kind").asText())
                .containsExactlyInAnyOrder(
                        "ConfigMap", "PodMonitor", "PrometheusRule", "Secret", "Service", "StatefulSet");
        assertThat(built.toString())
                .contains("registry.example.org/hivemq-tdengine:", "\"password\":\"c2VjcmV0\"", "<jdbc-url>");
    }

    private static JsonNode read(Path file) {
        return documents(file).get(0);
    }

    private static List<JsonNode> documents(Path file) {
        try (var parser = new YAMLFactory().createParser(file.toFile())) {
            return YAML.readerFor(JsonNode.class).<JsonNode>readValues(parser).readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<JsonNode> items(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
