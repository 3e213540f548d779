// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.mqtt.SharedHiveMq;
import io.github.hivemqtdengine.loadtest.mqtt.TestBroker;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The load command, which users start instead of mqttloader. */
@ExtendWith(SharedHiveMq.class)
class LoadCommandTest {

    @TempDir
    private Path folder;

    @Test
    void shouldPrintWhatMqttloaderWould(TestBroker broker) throws Exception {
        var url = "tcp://" + broker.address().getHostString() + ":"
                + broker.address().getPort();
        try (var run = RunProcess.start(
                folder, "load", "-b", url, "-p", "2", "-s", "1", "-m", "10", "-pq", "1", "-sq", "1", "-im")) {
            assertThat(run.process().waitFor()).as(run.output()).isEqualTo(ExitCode.FINE);
            assertThat(run.output())
                    .contains("-----Publisher-----\n", "Number of published messages: 20\n")
                    .contains("-----Subscriber-----\n", "Number of received messages: 20\n")
                    .contains("Average latency[ms]: ");
        }
    }
}
