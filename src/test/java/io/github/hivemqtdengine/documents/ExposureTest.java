package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the files beside the code open to other machines, and what they download. */
class ExposureTest {

    private static final Pattern PUBLISHED_PORT = Pattern.compile("(?m)^\\s+- \"?([\\d.:]*\\d+:\\d+)\"?$");

    @Test
    void shouldPublishThePortsOfTheContainersOnTheLoopbackAddressOnly() {
        assertThat(PUBLISHED_PORT
                        .matcher(CheckedDocuments.TREE.text("docker/compose.yaml"))
                        .results()
                        .map(port -> port.group(1)))
                .hasSizeGreaterThan(2)
                .allMatch(port -> port.startsWith("127.0.0.1:"));
    }

    @Test
    void shouldCheckTheMavenThatTheWrapperDownloads() {
        assertThat(CheckedDocuments.TREE.text(".mvn/wrapper/maven-wrapper.properties"))
                .containsPattern("(?m)^distributionSha256Sum=[0-9a-f]{64}$");
    }
}
