package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the values for HiveMQ's chart to keys that the chart has. */
class HelmValuesTest {

    private static final Path VALUES = Path.of("docker/kubernetes/values.yaml");
    private static final Pattern KEY = Pattern.compile("(?<indent> *(?:- )?)(?<name>\\w+):.*");

    /** Keys of values.schema.json of the chart hivemq-platform 0.2.72, as far as they may be useful here. */
    private static final Set<String> KNOWN = Set.of(
            "extensions.name",
            "extensions.enabled",
            "extensions.supportsHotReload",
            "extensions.extensionUri",
            "extensions.configMapName",
            "extensions.secretName",
            "extensions.requestHeaderSecretName",
            "extensions.priority",
            "extensions.startPriority",
            "extensions.startMandatory",
            "nodes.podSecurityContext.enabled",
            "nodes.podSecurityContext.fsGroup",
            "nodes.env.name",
            "nodes.env.valueFrom.secretKeyRef.name",
            "nodes.env.valueFrom.secretKeyRef.key",
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

    /** Without a claim of the same name the volume, and so the spool, would not belong to a node. */
    @Test
    void shouldKeepTheSpoolOnAVolumeOfEachNode() throws IOException {
        assertThat(Files.readString(VALUES))
                .containsPattern("type: persistentVolumeClaim\\n +name: data\\n +path: /opt/hivemq/data\\n")
                .containsPattern("kind: PersistentVolumeClaim\\n(?:.*\\n){2} +name: data\\n")
                .doesNotContain("password:");
    }

    /** Returns the path of each key without keys below it. */
    private static Set<String> leaves() throws IOException {
        var leaves = new TreeSet<String>();
        var names = new ArrayDeque<String>();
        var indents = new ArrayDeque<Integer>();
        for (var line : Files.readAllLines(VALUES)) {
            var key = KEY.matcher(line);
            if (!key.matches()) {
                continue;
            }
            int indent = key.group("indent").length();
            while (!indents.isEmpty() && indents.peekLast() >= indent) {
                indents.removeLast();
                names.removeLast();
            }
            leaves.remove(String.join(".", names));
            names.addLast(key.group("name"));
            indents.addLast(indent);
            leaves.add(String.join(".", names));
        }
        return leaves;
    }
}
