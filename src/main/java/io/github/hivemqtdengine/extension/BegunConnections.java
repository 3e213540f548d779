package io.github.hivemqtdengine.extension;

import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The connections that are not accepted yet, by their numbers. The broker does not tell the end of all that never are,
 * so the oldest go where they take too much memory: of a client that is still being authenticated then nothing is known.
 * May be used by any thread.
 */
final class BegunConnections {

    private final long mostBytes;
    private final ConcurrentSkipListMap<Long, ClientConnection> byNumber = new ConcurrentSkipListMap<>();
    private final AtomicLong bytes = new AtomicLong();

    /** @param mostBytes about how many bytes of heap they may hold */
    BegunConnections(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** @param number larger than all before */
    void add(long number, ClientConnection connection) {
        byNumber.put(number, connection);
        bytes.addAndGet(connection.weight());
        while (bytes.get() > mostBytes) {
            var oldest = byNumber.pollFirstEntry();
            if (oldest == null) {
                return;
            }
            bytes.addAndGet(-oldest.getValue().weight());
        }
    }

    /** About how many bytes of heap they hold. */
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
