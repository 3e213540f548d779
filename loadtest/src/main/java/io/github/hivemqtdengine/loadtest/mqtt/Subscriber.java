package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Samples;
import java.io.IOException;

/** A client that takes what is published to it and notes when it came, and how old it was. */
final class Subscriber {

    private final Connection connection;
    private final long expected;
    private final Samples receiveTimes;
    private final Samples latencies;
    private volatile long received;

    Subscriber(Load load, Connection connection) {
        this.connection = connection;
        this.expected = load.sent();
        this.receiveTimes = new Samples(Math.toIntExact(expected));
        this.latencies = new Samples(Math.toIntExact(expected));
    }

    /** Receives until everything has come or the connection ends. */
    void receive() throws IOException {
        var reader = connection.reader();
        while (received < expected && reader.next()) {
            if (reader.type() == PacketReader.PUBLISH) {
                long now = EpochMicros.now();
                receiveTimes.add(now);
                latencies.add(now - reader.payloadStart());
                received = receiveTimes.size();
            }
        }
    }

    long received() {
        return received;
    }

    /** When each message came, epoch microseconds; complete once {@link #receive} has returned. */
    Samples receiveTimes() {
        return receiveTimes;
    }

    /** How long each message was under way, microseconds. */
    Samples latencies() {
        return latencies;
    }
}
