package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.queue.LoggedMessage;
import io.github.hivemqtdengine.spool.LaneLogs.OpenLog;
import io.github.hivemqtdengine.spool.log.LaneLog;
import java.io.Closeable;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Waiting messages of several lanes, merged by time of arrival: messages of one key keep their order even if several
 * lanes hold them. Not thread-safe.
 */
public final class WaitingMessages implements Closeable {

    private final List<OpenLog> lanes;
    private final PriorityQueue<Head> heads = new PriorityQueue<>(Comparator.comparingLong(Head::arrival));

    /**
     * Oldest message of a lane.
     *
     * @param lane the lane; the message is not committed in it yet
     */
    public record Head(LaneLog lane, LoggedMessage message) {

        private long arrival() {
            return message.message().arrivalMicros();
        }
    }

    /** @param lanes just opened; closed with this object */
    public WaitingMessages(List<OpenLog> lanes) {
        this.lanes = lanes;
        try {
            for (var lane : lanes) {
                lane.log().forEachWaiting(message -> {});
                addHeadOf(lane.log());
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Returns the next message; {@code null} at the end. */
    @Nullable
    public Head next() {
        var head = heads.poll();
        if (head != null) {
            addHeadOf(head.lane());
        }
        return head;
    }

    private void addHeadOf(LaneLog lane) {
        var message = lane.read();
        if (message != null) {
            heads.add(new Head(lane, message));
        }
    }

    @Override
    public void close() {
        lanes.forEach(lane -> lane.log().close());
    }
}
