// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.replay;

import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubRecException;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.LinkV5;
import io.github.hivemqtdengine.loadtest.mqtt.link.Sender;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Publisher that sends messages of a recording at their times, in their order. Messages that are due wait while the
 * window is full. Confined to the connection's thread.
 */
public final class ReplayingClient extends Sender {

    private final LinkV5 link;
    private final Replay replay;
    private final int window;
    private final boolean acknowledges;
    private long startMicros;
    private int inFlight;
    private boolean waiting;
    private boolean sending;

    /**
     * @param window most unacknowledged messages
     * @param acknowledges whether a message of the recording has a QoS above 0; those of QoS 0 count as acknowledged
     *     when they are written
     */
    public ReplayingClient(
            Broker.Seat seat,
            LinkV5 link,
            Replay replay,
            int window,
            boolean acknowledges,
            Recording recording,
            Failures failures) {
        super(seat, recording, failures);
        this.link = link;
        this.replay = replay;
        this.window = window;
        this.acknowledges = acknowledges;
    }

    @Override
    public CompletableFuture<?> connect() {
        return link.connect();
    }

    @Override
    public void start(long epochMicros) {
        seat.loop().eventLoop().execute(() -> {
            startMicros = epochMicros;
            next();
        });
    }

    private void next() {
        if (sending) {
            return; // a message was written at once
        }
        sending = true;
        while (!over && !waiting && log.size() < replay.messages().size() && inFlight < window) {
            sendOrWait(replay.messages().get(log.size()));
        }
        sending = false;
        if (log.size() == replay.messages().size() && inFlight == 0) {
            end();
        }
    }

    private void sendOrWait(Replay.Timed timed) {
        long due = startMicros + timed.micros();
        if (due > EpochMicros.now()) {
            waiting = true;
            seat.loop().timer().at(due, () -> {
                waiting = false;
                next();
            });
            return;
        }
        late(due);
        int number = sent(due);
        inFlight++;
        var unused = link.publish(timed.message()).whenComplete((result, error) -> completed(number, error));
    }

    private void completed(int number, @Nullable Throwable error) {
        if (inFlight-- == window) {
            hasRoom();
        }
        if (over) {
            return;
        }
        if (error == null && acknowledges) {
            acknowledged(number);
        } else if (error != null) {
            failures.add(seat.clientId(), error);
            if (!isRefused(error)) {
                end(); // the connection is lost
            }
        }
        next();
    }

    private static boolean isRefused(Throwable error) {
        return error instanceof Mqtt5PubAckException || error instanceof Mqtt5PubRecException;
    }

    @Override
    public CompletableFuture<?> echo() {
        return link.echo();
    }

    @Override
    public CompletableFuture<?> disconnect() {
        return link.disconnect();
    }
}
