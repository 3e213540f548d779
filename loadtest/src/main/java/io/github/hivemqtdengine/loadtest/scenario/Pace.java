// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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

        static final Syntax<ThinkTime> SYNTAX = Syntax.of(
                "(" + Durations.PATTERN + ")(?:\\s*\\.\\.\\s*(" + Durations.PATTERN + "))?",
                "must be like 1 s..5 s, or 2 s",
                ThinkTime::of);

        private static ThinkTime of(Matcher text) {
            var from = Durations.parse(text.group(1));
            var to = Durations.positive(text.group(2) == null ? text.group(1) : text.group(2));
            Syntax.require(from.compareTo(to) <= 0, "must begin with the shorter time, like 1 s..5 s");
            return new ThinkTime(from, to);
        }

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

    /**
     * Syntax of {@code x.rate}.
     *
     * @param execTime end of the run, and of the last step if it has no length
     */
    record RateSyntax(Duration execTime) implements Syntax<Pace> {

        private static final String RULE = "must be like 2000 for 60 s, or 100..5000 in 30 s, 5000 for 60 s,"
                + " or 5 times 0 for 9 s, 20000 for 1 s, or 50% of bare for 60 s";
        private static final String LENGTH = "(?:\\s+(?:for|in)\\s+(" + Durations.PATTERN + "))?";
        private static final Pattern PART = Pattern.compile("(" + Syntax.DECIMAL + ")\\s*% of bare" + LENGTH);
        private static final Pattern STEP =
                Pattern.compile("(" + Syntax.DECIMAL + ")(?:\\s*\\.\\.\\s*(" + Syntax.DECIMAL + "))?" + LENGTH);
        private static final Pattern TIMES = Pattern.compile("(\\d{1,4})\\s+times\\s+(.*)");
        private static final double PERCENT = 100;

        @Override
        public Pace read(String text) {
            var part = PART.matcher(text);
            if (part.matches()) {
                return new PartOfCapacity(
                        positive(Double.parseDouble(part.group(1)) / PERCENT), length(part.group(2), execTime));
            }
            var times = TIMES.matcher(text);
            var steps = steps(
                    times.matches()
                            ? String.join(",", Collections.nCopies(Integer.parseInt(times.group(1)), times.group(2)))
                            : text);
            positive(steps.stream().mapToDouble(step -> step.from() + step.to()).sum());
            return new OpenLoop(steps);
        }

        private List<Step> steps(String text) {
            var steps = new ArrayList<Step>();
            var rest = execTime;
            var parts = text.split(",", -1);
            for (int i = 0; i < parts.length; i++) {
                var step = STEP.matcher(parts[i].strip());
                Syntax.require(step.matches() && (step.group(3) != null || i == parts.length - 1), RULE);
                double from = Double.parseDouble(step.group(1));
                double to = step.group(2) == null ? from : Double.parseDouble(step.group(2));
                var length = length(step.group(3), rest);
                steps.add(new Step(from, to, length));
                rest = rest.minus(length);
            }
            return steps;
        }

        /** @param rest time until the run ends, which is the length if there is none */
        private Duration length(@Nullable String text, Duration rest) {
            var length = text == null ? rest : Durations.positive(text);
            Syntax.require(
                    !length.isZero() && length.compareTo(rest) <= 0,
                    "lasts longer than the run: set exec_time to more than " + execTime.toSeconds());
            return length;
        }

        private static double positive(double value) {
            Syntax.require(value > 0, "must have a rate above 0");
            return value;
        }
    }
}
