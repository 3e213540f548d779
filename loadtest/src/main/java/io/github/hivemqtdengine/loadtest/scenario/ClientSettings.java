// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.Optional;

/**
 * Settings common to all clients of a load.
 *
 * @param mqttVersion 3 (3.1.1) or 5
 * @param credentials user name and password
 * @param tls TLS files; empty for plain TCP
 * @param webSocketPath path of the broker's WebSocket listener; empty for plain TCP
 * @param keepAlive MQTT keep-alive; zero disables it
 * @param sourceAddresses number of source addresses in 127.0.0.0/8, at least 1; each provides about 28,000 ports
 * @param reconnect whether publishers and subscribers keep their session, reconnect when their connection is lost, and
 *     resend
 */
public record ClientSettings(
        int mqttVersion,
        Optional<Credentials> credentials,
        Optional<TlsSettings> tls,
        Optional<String> webSocketPath,
        Duration keepAlive,
        int sourceAddresses,
        boolean reconnect) {

    public record Credentials(String userName, String password) {

        @Override
        public String toString() {
            return userName; // keeps the password out of reports
        }
    }
}
