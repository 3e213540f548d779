// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Connections that are not accepted yet, by number. The broker does not report the end of all that are never accepted,
 * so the oldest are dropped beyond a memory limit. A client that is then authenticating goes unnoticed. Thread-safe.
 */
final class PendingConnections {

    private final long maxBytes;
    private final ConcurrentSkipListMap<Long, ClientConnection> byNumber = new ConcurrentSkipListMap<>();
    private final AtomicLong bytes = new AtomicLong();

    /** @param maxBytes approximate limit of heap, bytes */
    PendingConnections(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** @param number larger than all earlier numbers */
    void add(long number, ClientConnection connection) {
        byNumber.put(number, connection);
        bytes.addAndGet(connection.weight());
        while (bytes.get() > maxBytes) {
            var oldest = byNumber.pollFirstEntry();
            if (oldest == null) {
                return;
            }
            bytes.addAndGet(-oldest.getValue().weight());
        }
    }

    /** Returns the approximate heap use, bytes. */
    long bytes() {
        return bytes.get();
    }

    @Nullable
    ClientConnection get(long number) {
        return byNumber.get(number);
    }

    @Nullable
    ClientConnection remove(long number) {
        var connection = byNumber.remove(number);
        if (connection != null) {
            bytes.addAndGet(-connection.weight());
        }
        return connection;
    }
}
