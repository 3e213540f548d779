package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.scenario.Pace;
import java.util.concurrent.TimeUnit;

/** When one publisher's messages go out. */
interface Schedule {

    /** No such message. */
    long NEVER = Long.MAX_VALUE;

    /**
     * When a message is due.
     *
     * @param message its number, from 0
     * @param lastMicros when the one before was sent
     * @return epoch microseconds, in the past for at once, or {@link #NEVER}
     */
    long dueMicros(int message, long lastMicros);

    /** Whether the time at which a message is due counts as its time of sending, even if it is sent later. */
    boolean isByClock();

    /**
     * The schedule of a publisher.
     *
     * @param publisher its number, from 0
     * @param publishers among how many the rate is split
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

    /** One after another. */
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

    /** Every so-manieth message of a curve. */
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
