// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class PortsTest {

    @Test
    void shouldTakeAnyFreePortWhereTheUsualOneIsInUse() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(Ports.choose(null, taken.getLocalPort(), "the broker", "--mqtt-port"))
                    .isZero();
        }
    }

    @Test
    void shouldRefuseAPortInUseThatWasAskedFor() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> Ports.choose(port, 1883, "the broker", "--mqtt-port"))
                    .isInstanceOf(DemoException.class)
                    .hasMessageContaining("Port " + port + " for the broker is in use")
                    .hasMessageContaining("--mqtt-port");
        }
    }
}
