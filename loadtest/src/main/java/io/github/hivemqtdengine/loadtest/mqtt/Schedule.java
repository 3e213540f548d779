// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.scenario.Pace;
import java.time.Duration;
import java.util.SplittableRandom;
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
     * @param publisher number of the publisher among those of its group, from 0
     * @param publishers number of publishers that share the rate
     */
    static Schedule of(Pace pace, int publisher, int publishers, long startMicros) {
        if (pace instanceof Pace.ClosedLoop closed) {
            return new Closed(micros(closed.interval()), startMicros);
        }
        if (pace instanceof Pace.ThinkTime think) {
            return new Thinking(micros(think.from()), micros(think.to()), publisher, startMicros);
        }
        if (pace instanceof Pace.OpenLoop open) {
            return new ByClock(new RateCurve(open.steps()), publisher, publishers, startMicros);
        }
        throw new IllegalArgumentException("A part of the capacity is no pace before the capacity is known");
    }

    private static long micros(Duration time) {
        return TimeUnit.NANOSECONDS.toMicros(time.toNanos());
    }

    /** Closed loop: a fixed interval after the previous message. */
    record Closed(long intervalMicros, long startMicros) implements Schedule {

        @Override
        public long dueMicros(int message, long lastMicros) {
            return message == 0 ? startMicros : lastMicros + intervalMicros;
        }

        @Override
        public boolean isByClock() {
            return false;
        }
    }

    /** Closed loop: a random time after the previous message, the same in each run. */
    record Thinking(long fromMicros, long toMicros, int publisher, long startMicros) implements Schedule {

        @Override
        public long dueMicros(int message, long lastMicros) {
            var random = new SplittableRandom(((long) publisher << Integer.SIZE) + message);
            return message == 0
                    ? startMicros + random.nextLong(toMicros + 1)
                    : lastMicros + random.nextLong(fromMicros, toMicros + 1);
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
