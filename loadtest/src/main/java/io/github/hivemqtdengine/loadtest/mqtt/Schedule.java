package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.scenario.Pace;
import java.util.concurrent.TimeUnit;

/** Send times of one publisher's messages. */
interface Schedule {

    /** Due time of a message that does not exist. */
    long NEVER = Long.MAX_VALUE;

    /**
     * Returns the due time of a message.
     *
     * @param message number of the message, from 0
     * @param lastMicros send time of the previous message, in epoch microseconds
     * @return epoch microseconds, a past time for at once, or {@link #NEVER}
     */
    long dueMicros(int message, long lastMicros);

    /** Returns whether the due time counts as the send time, even if the message is sent later. */
    boolean isByClock();

    /**
     * Returns the schedule of a publisher.
     *
     * @param publisher number of the publisher, from 0
     * @param publishers number of publishers that share the rate
     */
    static Schedule of(Pace pace, int publisher, int publishers, long startMicros) {
        if (pace instanceof Pace.ClosedLoop closed) {
            return new Closed(TimeUnit.NANOSECONDS.toMicros(closed.interval().toNanos()));
        }
        if (pace instanceof Pace.OpenLoop open) {
            return new ByClock(new RateCurve(open.steps()), publisher, publishers, startMicros);
        }
        throw new IllegalArgumentException("A part of the capacity is no pace before the capacity is known");
    }

    /** Closed loop: a fixed interval after the previous message. */
    record Closed(long intervalMicros) implements Schedule {

        @Override
        public long dueMicros(int message, long lastMicros) {
            return message == 0 ? 0 : lastMicros + intervalMicros;
        }

        @Override
        public boolean isByClock() {
            return false;
        }
    }

    /** Open loop: the publisher's share of a rate curve, one in {@code publishers} messages. */
    record ByClock(RateCurve curve, int publisher, int publishers, long startMicros) implements Schedule {

        @Override
        public long dueMicros(int message, long lastMicros) {
            long offset = curve.micros((long) message * publishers + publisher);
            return offset == NEVER ? NEVER : startMicros + offset;
        }

        @Override
        public boolean isByClock() {
            return true;
        }
    }
}
