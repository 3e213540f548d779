// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import com.hivemq.client.mqtt.MqttClientState;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.lifecycle.MqttDisconnectSource;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import java.util.HashSet;
import java.util.Set;

/** Connections that publishers and subscribers have lost, and those that came back. Thread-safe. */
public final class LostConnections {

    private static final double MICROS_PER_SECOND = 1e6;

    private final boolean reconnect;
    private final Failures failures;
    private final Set<String> away = new HashSet<>();
    private final Set<String> leaving = new HashSet<>();
    private long lost;
    private long reconnects;
    private long awaySinceMicros;
    private long longestMicros;
    private long lastBackMicros;
    private boolean ended;

    /** @param reconnect whether clients come back, so that a lost connection is no failure */
    public LostConnections(boolean reconnect, Failures failures) {
        this.reconnect = reconnect;
        this.failures = failures;
    }

    /** Records that a client ends its connection on purpose and comes back. */
    public synchronized void leaves(String clientId) {
        if (!ended) {
            leaving.add(clientId);
        }
    }

    /** Records the end of a connection, or of a try to connect. */
    public synchronized void disconnected(String clientId, MqttClientDisconnectedContext context) {
        if (ended || leaving.contains(clientId) || context.getSource() == MqttDisconnectSource.USER) {
            return;
        }
        if (!reconnect) {
            lost++;
            failures.add(clientId, context.getCause());
        } else if (context.getClientConfig().getState() == MqttClientState.CONNECTED) {
            lost++;
            if (away.isEmpty()) {
                awaySinceMicros = EpochMicros.now();
            }
            away.add(clientId);
        }
    }

    /** Records a connection, which may be the first one of the client. */
    public synchronized void connected(String clientId) {
        if (!ended && leaving.remove(clientId)) {
            reconnects++;
            lastBackMicros = EpochMicros.now();
        } else if (!ended && away.remove(clientId)) {
            reconnects++;
            lastBackMicros = EpochMicros.now();
            if (away.isEmpty()) {
                longestMicros = Math.max(longestMicros, lastBackMicros - awaySinceMicros);
            }
        }
    }

    /** Returns whether all clients are connected. */
    public synchronized boolean areAllBack() {
        return away.isEmpty() && leaving.isEmpty();
    }

    /** Returns the time of the last return, in epoch microseconds; 0 for none. */
    public synchronized long lastBackMicros() {
        return lastBackMicros;
    }

    /** Stops recording: the load disconnects its clients. Clients that are still away become a failure. */
    public synchronized void end() {
        if (!ended && !away.isEmpty()) {
            longestMicros = Math.max(longestMicros, EpochMicros.now() - awaySinceMicros);
        }
        int gone = away.size() + leaving.size();
        if (!ended && gone > 0) {
            failures.add(gone + (gone == 1 ? " client was " : " clients were ") + LoadResult.NOT_BACK);
        }
        ended = true;
    }

    public synchronized long lost() {
        return lost;
    }

    public synchronized long reconnects() {
        return reconnects;
    }

    /** Returns the longest time from a lost connection until all of them were connected again. */
    public synchronized double longestSeconds() {
        return longestMicros / MICROS_PER_SECOND;
    }
}
