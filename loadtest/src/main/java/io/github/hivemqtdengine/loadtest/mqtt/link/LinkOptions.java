// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.Credentials;
import io.github.hivemqtdengine.loadtest.scenario.MessageProperties;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of one client.
 *
 * @param keepAlive zero for none
 * @param sessionExpiry time for which the broker keeps the session; zero if it ends with the connection
 * @param properties MQTT 5 properties of its messages
 * @param number replaces {@code {client}} in the properties
 */
record LinkOptions(
        Optional<Credentials> credentials,
        Duration keepAlive,
        Duration sessionExpiry,
        MessageProperties properties,
        int number) {

    /** Returns whether the session outlives a connection. */
    boolean isLasting() {
        return !sessionExpiry.isZero();
    }

    String ofClient(String text) {
        return text.replace("{client}", Integer.toString(number));
    }
}
