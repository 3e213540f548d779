// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import java.util.concurrent.CompletableFuture;

/** Client that sends the messages of one publisher. Confined to the connection's thread, unless a method says more. */
public abstract class Sender {

    protected final Broker.Seat seat;
    protected final Failures failures;
    protected final SentLog log;
    protected final CompletableFuture<Long> through = new CompletableFuture<>();
    /** Whether no more messages follow. */
    protected boolean over;

    private final Recording recording;
    private long roomMicros;

    protected Sender(Broker.Seat seat, Recording recording, Failures failures) {
        this.seat = seat;
        this.failures = failures;
        this.recording = recording;
        this.log = new SentLog(seat.number());
    }

    public abstract CompletableFuture<?> connect();

    /** Starts sending. Any thread may call this. */
    public abstract void start(long startMicros);

    public abstract CompletableFuture<?> disconnect();

    /** Stops sending without waiting for acknowledgements. Any thread may call this. */
    public final void stop() {
        seat.loop().eventLoop().execute(this::end);
    }

    /** Completes with the end time in epoch microseconds: all sent and, above QoS 0, acknowledged, or failed. */
    public final CompletableFuture<Long> through() {
        return through;
    }

    /** Returns the messages sent; other threads may read them after {@link #through}. */
    public final SentLog log() {
        return log;
    }

    /** Completes when the broker has answered, see {@link Link#echo}. */
    public abstract CompletableFuture<?> echo();

    /** Ends sending, and completes {@link #through}. */
    protected void end() {
        over = true;
        through.complete(EpochMicros.now());
    }

    /** Records that the connection has room now: what was due earlier has waited for the broker. */
    protected final void hasRoom() {
        roomMicros = EpochMicros.now();
    }

    /** Records how late a message is sent now that was due at this time. */
    protected final void late(long dueMicros) {
        seat.loop().requireNotes().lateness().sends().add(EpochMicros.now() - Math.max(dueMicros, roomMicros));
    }

    /** Records a message that is sent now, and returns its number. */
    protected final int sent(long micros) {
        int number = log.sent(micros);
        seat.loop().requireNotes().sent(micros);
        recording.sent(micros, seat.clientId());
        return number;
    }

    /** Records an acknowledgement that has arrived now. */
    protected final void acknowledged(int number) {
        log.acknowledged(number);
        seat.loop().requireNotes().acknowledged(EpochMicros.now() - log.sentMicros(number));
    }
}
