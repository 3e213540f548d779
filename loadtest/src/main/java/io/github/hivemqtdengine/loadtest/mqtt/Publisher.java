package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Samples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A client that sends its messages as fast as its window allows: one thread sends, one counts acknowledgements. */
final class Publisher {

    private static final int PACKET_IDS = 65_535;

    private final Load load;
    private final Connection connection;
    private final byte[][] topics;
    private final Samples sendTimes;
    private volatile long acknowledged;
    private volatile boolean lost;
    private volatile @Nullable Thread sender;

    Publisher(Load load, int number, Connection connection) {
        this.load = load;
        this.connection = connection;
        this.topics = load.topicsOf(number).stream()
                .map(topic -> topic.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        this.sendTimes = new Samples(load.messages());
    }

    /** Sends everything and waits for all acknowledgements. */
    void send() throws IOException {
        sender = Thread.currentThread();
        var writer = connection.writer();
        for (int i = 0; i < load.messages(); i++) {
            awaitAtMost(load.window() - 1, i);
            long now = EpochMicros.now();
            var payload = load.payloads().payload(i, now);
            writer.publish(topics[i % topics.length], payload, load.qos(), 1 + i % PACKET_IDS);
            sendTimes.add(now);
            if (load.eachAtOnce()) {
                writer.flush();
            }
        }
        writer.flush();
        awaitAtMost(0, load.messages());
    }

    /** Counts acknowledgements until the connection ends. */
    void receive() throws IOException {
        var reader = connection.reader();
        try {
            long count = 0;
            while (reader.next()) {
                if (reader.type() == PacketReader.PUBACK) {
                    count++;
                }
                if (!reader.moreWaits()) {
                    acknowledged = count;
                    LockSupport.unpark(sender);
                }
            }
        } finally {
            lost = true;
            LockSupport.unpark(sender);
        }
    }

    private void awaitAtMost(int unacknowledged, long sent) throws IOException {
        if (load.qos() == 0 || sent - acknowledged <= unacknowledged) {
            return;
        }
        connection.writer().flush();
        while (sent - acknowledged > unacknowledged) {
            if (lost) {
                throw new IOException("The broker closed a publisher's connection");
            }
            LockSupport.park(this);
        }
    }

    /** When each message was sent, epoch microseconds; complete once {@link #send} has returned. */
    Samples sendTimes() {
        return sendTimes;
    }
}
