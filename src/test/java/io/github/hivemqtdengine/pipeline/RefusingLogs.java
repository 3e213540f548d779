// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Appended;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.DroppedMessages;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.Status;
import io.github.hivemqtdengine.pipeline.queue.MessageLogs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The logs of a spool that refuse messages as long as a test wants it. */
public final class RefusingLogs implements MessageLogs {

    /** Status with which messages are refused; {@link Status#ACCEPTED} to append them. */
    public volatile Status answer = Status.ACCEPTED;

    /** Number of log syncs. */
    public final AtomicInteger syncs = new AtomicInteger();

    /** Number up to which a log was told that its messages are committed. */
    public final AtomicLong committed = new AtomicLong();

    /** Set while syncs fail. */
    public volatile boolean isUnsyncable;

    /** Set while reads fail. */
    public volatile boolean isUnreadable;

    private final MessageLogs logs;

    public RefusingLogs(MessageLogs logs) {
        this.logs = logs;
    }

    @Override
    public MessageLog log(String databaseId, int number) {
        return new RefusingLog(logs.log(databaseId, number));
    }

    @Override
    public void reassign(Consumer<LoggedMessage> sink) {
        logs.reassign(sink);
    }

    @Override
    public boolean hasRoom() {
        return answer == Status.ACCEPTED && logs.hasRoom();
    }

    @Override
    public void release(String databaseId) {
        logs.release(databaseId);
    }

    @Override
    public List<HighWaterMark> marks(String databaseId) {
        return logs.marks(databaseId);
    }

    private final class RefusingLog implements MessageLog {

        private final MessageLog log;

        RefusingLog(MessageLog log) {
            this.log = log;
        }

        @Override
        public void forEachWaiting(Consumer<LoggedMessage> visitor) {
            log.forEachWaiting(visitor);
        }

        @Override
        public Appended append(String routeId, InboundMessage message) {
            var status = answer;
            return status == Status.ACCEPTED ? log.append(routeId, message) : Appended.refused(status);
        }

        @Override
        public void sync() {
            syncs.incrementAndGet();
            failIf(isUnsyncable);
            log.sync();
        }

        @Override
        public long lastNumber() {
            return log.lastNumber();
        }

        @Override
        public List<DroppedMessages> makeRoom(String routeId, InboundMessage message, Consumer<Lost> losses) {
            return log.makeRoom(routeId, message, losses);
        }

        @Override
        public void readFromHere() {
            log.readFromHere();
        }

        @Override
        public @Nullable LoggedMessage read() {
            failIf(isUnreadable);
            return log.read();
        }

        private static void failIf(boolean isBroken) {
            if (isBroken) {
                throw new UncheckedIOException(new IOException("scripted"));
            }
        }

        @Override
        public void commit(long number, HighWaterMark mark) {
            committed.set(number);
            log.commit(number, mark);
        }
    }
}
