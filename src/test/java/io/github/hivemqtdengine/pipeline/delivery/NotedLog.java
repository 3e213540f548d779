// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A log that has nothing but its numbers and its note. */
public class NotedLog implements MessageLog {

    public volatile @Nullable Attempt attempt;
    long committed = 100;
    long last = 1_000;

    /** Returns whether the next process would find that a message was in flight. */
    public boolean isInFlight() {
        var noted = attempt;
        return noted != null && noted.isInFlight();
    }

    @Override
    public long oldestNumber() {
        return committed + 1;
    }

    @Override
    public long lastNumber() {
        return last;
    }

    @Override
    public @Nullable Attempt attempt() {
        return attempt;
    }

    @Override
    public void noteAttempt(@Nullable Attempt noted) {
        attempt = noted;
    }

    @Override
    public void forEachWaiting(Consumer<LoggedMessage> visitor) {}

    @Override
    public Appended append(String routeId, InboundMessage message) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sync() {}

    @Override
    public List<DroppedMessages> makeRoom(String routeId, InboundMessage message, Consumer<Lost> losses) {
        return List.of();
    }

    @Override
    public void readFromHere() {}

    @Override
    public @Nullable LoggedMessage read() {
        return null;
    }

    @Override
    public void commit(long number, HighWaterMark mark) {}
}
