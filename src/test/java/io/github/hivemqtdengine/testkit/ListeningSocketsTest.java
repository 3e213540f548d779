// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListeningSocketsTest {

    @BeforeEach
    void needLinux() {
        assumeTrue(ListeningSockets.areKnown(), "not Linux");
    }

    @Test
    void shouldFindSocketsThatOtherMachinesReach() throws Exception {
        try (var open = new ServerSocket(0);
                var local = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var self = ProcessHandle.current();
            assertThat(ListeningSockets.of(self))
                    .extracting(ListeningSockets.Listener::port)
                    .contains(open.getLocalPort(), local.getLocalPort());
            assertThat(ListeningSockets.reachableFromOutside(self))
                    .extracting(ListeningSockets.Listener::port)
                    .contains(open.getLocalPort())
                    .doesNotContain(local.getLocalPort());
        }
    }
}
