// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExposureTest {

    @Test
    void shouldTellAPortOfTheLoopbackAddressFromOneOfAllAddresses() throws Exception {
        boolean hasOthers = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .anyMatch(address -> !address.isLoopbackAddress());
        try (var local = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                var open = new ServerSocket(0, 10)) {
            assertThat(Exposure.addresses(local.getLocalPort())).isEmpty();
            assertThat(Exposure.addresses(open.getLocalPort()).isEmpty()).isEqualTo(!hasOthers);
        }
    }

    @Test
    void shouldSayWhatToDoAboutAnOpenPort() throws Exception {
        var address = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        assertThat(LocalTDengine.warning(6041, List.of(address)))
                .contains("6041", "192.0.2.1", "root/taosdata", "firewall");
    }
}
