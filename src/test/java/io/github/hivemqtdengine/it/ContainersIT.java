// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.InstalledProgram;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The image and the services of {@code docker/compose.yaml} but Grafana, on stand-ins of the images. */
@Tag("full")
class ContainersIT {

    private static final Path TOP = Path.of("").toAbsolutePath();

    @Test
    void shouldStoreMessagesWithContainers() throws Exception {
        var output = InstalledProgram.at(TOP.resolve("docker/test/run")).run(TOP);

        assertThat(output).contains("5 messages are 5 rows", "the stack is down", "Stand-ins, no official images");
    }
}
