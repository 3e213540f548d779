package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** When a publisher sends. */
public sealed interface Pace {

    /**
     * How long publishers send at this pace, however fast the broker is; zero for as fast as they can.
     *
     * @param messages how many each has
     */
    Duration length(int messages);

    /** mqttloader's: the next one {@code interval} after the last; zero for as fast as the window allows. */
    record ClosedLoop(Duration interval) implements Pace {

        @Override
        public Duration length(int messages) {
            return interval.multipliedBy(messages);
        }
    }

    /**
     * By the clock, whether the broker keeps up or not: a message has an intended time of sending, from which its latency
     * counts, so that a broker that stalls can't hide it (no coordinated omission).
     *
     * @param steps one after another, at least one; after the last one nothing more is sent
     */
    record OpenLoop(List<Step> steps) implements Pace {

        public OpenLoop {
            steps = List.copyOf(steps);
        }

        @Override
        public Duration length(int messages) {
            return steps.stream().map(Step::length).reduce(Duration.ZERO, Duration::plus);
        }

        /** How many messages all publishers together send in all steps. */
        public double messages() {
            return steps.stream().mapToDouble(Step::messages).sum();
        }
    }

    /**
     * By the clock, at a part of the messages that the bare broker takes from the publishers and delivers as fast as it can, which is measured first.
     *
     * @param part more than 0; 0.5 for half of it
     * @param length for how long
     */
    record PartOfCapacity(double part, Duration length) implements Pace {

        @Override
        public Duration length(int messages) {
            return length;
        }

        /** The pace where the broker takes so many messages a second. */
        public OpenLoop of(double capacity) {
            return new OpenLoop(List.of(new Step(part * capacity, part * capacity, length)));
        }
    }

    /**
     * A time in which the rate, messages a second of all publishers together, changes evenly.
     *
     * @param from the rate when it begins, from 0
     * @param to the rate when it ends, from 0
     * @param length how long it takes
     */
    record Step(double from, double to, Duration length) {

        /** How many messages all publishers together send meanwhile. */
        public double messages() {
            return (from + to) / 2 * ((double) length.toNanos() / TimeUnit.SECONDS.toNanos(1));
        }
    }
}
