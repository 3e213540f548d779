// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Holds the values for HiveMQ's chart to keys that the chart has. */
class HelmValuesTest {

    private static final Path VALUES = Path.of("docker/kubernetes/values.yaml");

    /** Keys of values.schema.json of the chart hivemq-platform 0.2.72, as far as they may be useful here. */
    private static final Set<String> KNOWN = Set.of(
            "extensionMap.hivemq-tdengine-extension.enabled",
            "extensionMap.hivemq-tdengine-extension.supportsHotReload",
            "extensionMap.hivemq-tdengine-extension.extensionUri",
            "extensionMap.hivemq-tdengine-extension.configMapName",
            "extensionMap.hivemq-tdengine-extension.requestHeaderSecretName",
            "extensionMap.hivemq-tdengine-extension.priority",
            "extensionMap.hivemq-tdengine-extension.startPriority",
            "extensionMap.hivemq-tdengine-extension.startMandatory",
            "nodes.podSecurityContext.enabled",
            "nodes.podSecurityContext.fsGroup",
            "nodes.javaOpts",
            "nodes.resources.memory",
            "metrics.enabled",
            "additionalVolumes.type",
            "additionalVolumes.name",
            "additionalVolumes.path",
            "volumeClaimTemplates.kind",
            "volumeClaimTemplates.apiVersion",
            "volumeClaimTemplates.metadata.name",
            "volumeClaimTemplates.spec.accessModes",
            "volumeClaimTemplates.spec.resources.requests.storage",
            "volumeClaimTemplates.spec.volumeMode");

    @Test
    void shouldSetOnlyWhatTheChartKnows() throws IOException {
        assertThat(leaves()).hasSizeGreaterThan(15).isSubsetOf(KNOWN);
    }

    /** A list {@code extensions} would replace that of the chart, {@code extensionMap} adds to it. */
    @Test
    void shouldKeepTheExtensionsOfTheChart() throws IOException {
        assertThat(Files.readString(VALUES))
                .contains("\nextensionMap:\n", "\n  hivemq-tdengine-extension:\n    enabled: true\n")
                .doesNotContain("\nextensions:");
    }

    @Test
    void shouldMountThePasswordThatTheConfigurationReads() throws IOException {
        assertThat(Files.readString(VALUES))
                .contains("  - type: secret\n    name: tdengine\n    path: /run/secrets/tdengine\n");
        assertThat(Files.readString(VALUES.resolveSibling("config.xml")))
                .contains("${FILE:/run/secrets/tdengine/password}");
    }

    /** Without a claim of the same name the volume, and so the spool, would not belong to a node. */
    @Test
    void shouldKeepTheSpoolOnAVolumeOfEachNode() throws IOException {
        assertThat(Files.readString(VALUES))
                .containsPattern("type: persistentVolumeClaim\\n +name: data\\n +path: /opt/hivemq/data\\n")
                .containsPattern("kind: PersistentVolumeClaim\\n(?:.*\\n){2} +name: data\\n")
                .doesNotContain("password:");
    }

    /** Returns the path of each key without keys below it; items of a list have the path of the list. */
    private static Set<String> leaves() throws IOException {
        var leaves = new TreeSet<String>();
        addLeaves(new YAMLMapper().readTree(VALUES.toFile()), "", leaves);
        return leaves;
    }

    private static void addLeaves(JsonNode node, String path, Set<String> leaves) {
        if (node.isValueNode()) {
            leaves.add(path);
        }
        for (var key : node.properties()) {
            addLeaves(key.getValue(), path.isEmpty() ? key.getKey() : path + "." + key.getKey(), leaves);
        }
        if (node.isArray()) {
            node.forEach(item -> addLeaves(item, path, leaves));
        }
    }
}
