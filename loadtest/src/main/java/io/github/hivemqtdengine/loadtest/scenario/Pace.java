// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Send schedule of a publisher. */
public sealed interface Pace {

    /**
     * Returns how long publishers send, regardless of the broker's speed; zero for as fast as possible.
     *
     * @param messages number of messages of each publisher
     */
    Duration length(int messages);

    /** mqttloader's pace: {@code interval} after the previous message; zero for as fast as the window allows. */
    record ClosedLoop(Duration interval) implements Pace {

        @Override
        public Duration length(int messages) {
            return interval.multipliedBy(messages);
        }
    }

    /**
     * Random time after the previous message, uniformly distributed. It depends only on the numbers of publisher and
     * message, so that it is the same in each run. The first message is sent after at most {@code to}.
     *
     * @param from shortest time, from 0
     * @param to longest time, at least {@code from} and more than 0
     */
    record ThinkTime(Duration from, Duration to) implements Pace {

        @Override
        public Duration length(int messages) {
            return from.plus(to).multipliedBy(messages).dividedBy(2);
        }
    }

    /**
     * Schedule by the clock, independent of the broker. Latency counts from a message's intended send time, so that a
     * stalled broker cannot hide it (no coordinated omission).
     *
     * @param steps consecutive steps, at least one; after the last one nothing is sent
     */
    record OpenLoop(List<Step> steps) implements Pace {

        public OpenLoop {
            steps = List.copyOf(steps);
        }

        @Override
        public Duration length(int messages) {
            return steps.stream().map(Step::length).reduce(Duration.ZERO, Duration::plus);
        }

        /** Returns the number of messages of all publishers in all steps. */
        public double messages() {
            return steps.stream().mapToDouble(Step::messages).sum();
        }
    }

    /**
     * Schedule by the clock, as a fraction of the bare broker's capacity. The capacity, the rate at which the bare
     * broker accepts and delivers messages, is measured first.
     *
     * @param part more than 0; 0.5 for half of the capacity
     */
    record PartOfCapacity(double part, Duration length) implements Pace {

        @Override
        public Duration length(int messages) {
            return length;
        }

        /** Returns the schedule for a capacity in messages per second. */
        public OpenLoop of(double capacity) {
            return new OpenLoop(List.of(new Step(part * capacity, part * capacity, length)));
        }
    }

    /**
     * Period in which the rate of all publishers, in messages per second, changes linearly.
     *
     * @param from initial rate, from 0
     * @param to final rate, from 0
     * @param length duration
     */
    record Step(double from, double to, Duration length) {

        /** Returns the number of messages of all publishers in this step. */
        public double messages() {
            return (from + to) / 2 * ((double) length.toNanos() / TimeUnit.SECONDS.toNanos(1));
        }
    }
}
