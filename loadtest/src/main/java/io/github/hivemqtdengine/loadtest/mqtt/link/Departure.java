// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import com.hivemq.client.internal.mqtt.MqttClientConnectionConfig;
import com.hivemq.client.mqtt.lifecycle.MqttClientReconnector;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Connections that a client ends on purpose, to come back later. Confined to the loop's thread. */
final class Departure {

    private @Nullable Duration away;

    /** Announces that the client ends its connection, to connect again after {@code its} time away. */
    void comeBackAfter(Duration its) {
        away = its;
    }

    /**
     * Ends a connection as a power failure does, for which the library has no method.
     *
     * @param connection the client's connection, of any version
     */
    static void breakConnection(Optional<?> connection) {
        var unused = ((MqttClientConnectionConfig)
                        connection.orElseThrow(() -> new IllegalStateException("not connected")))
                .getChannel()
                .close();
    }

    /** Makes the client come back after a departure; does nothing for other ends of a connection. */
    void comeBack(MqttClientReconnector reconnector) {
        if (away != null) {
            var unused = reconnector.reconnect(true).delay(away.toNanos(), TimeUnit.NANOSECONDS);
            away = null;
        }
    }
}
