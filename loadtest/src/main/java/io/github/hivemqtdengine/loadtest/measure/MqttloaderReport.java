// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * mqttloader's report for a run of this suite's own loader. Rules beside those of {@link CountedSeconds}:
 * <ul>
 * <li>An event belongs to the whole second since the start in which it happened: the send for publishers, the arrival
 *     for subscribers. An event just before the start, after a clock step, belongs to the first second.
 * <li>The maximum is the largest second, including a truncated last one. The average is the total divided by the number
 *     of seconds: a run of 1.01 seconds has half the average of one of 0.99 seconds.
 * <li>The average latency weighs all messages equally; negative latencies count as 0.
 * <li>The number of messages is that of the counted seconds, without ramp-up and ramp-down.
 * <li>The maximum latency of 0.7 is in whole milliseconds.
 * </ul>
 *
 * <p>Not reproduced: overflow of its counts beyond 2^31; dropped records when more than a million wait for its single
 * recording thread; counting messages as published that its client refused; accumulated rounding of the average
 * latency, which changes the last digit at exact halves; and decimals in the machine's locale, 150,000 for 150.000.
 *
 * @param started when publishers could begin
 * @param ended end of the run
 * @param publishers messages sent in each second
 * @param subscribers deliveries in each second
 * @param latency of the deliveries in the subscribers' seconds
 */
public record MqttloaderReport(
        Instant started, Instant ended, Throughput publishers, Throughput subscribers, LatencyHistogram latency) {

    /** Syntax of a version. */
    public enum Form {
        /** Output of 0.7.2. */
        V0_7("", 2),
        /** Output of 0.8.6. */
        V0_8(" ", 3);

        private final String beforeUnit;
        private final int decimals;

        Form(String beforeUnit, int decimals) {
            this.beforeUnit = beforeUnit;
            this.decimals = decimals;
        }

        private String line(String name, String unit, String value) {
            return name + beforeUnit + "[" + unit + "]: " + value + "\n";
        }

        private String decimal(double value) {
            return String.format(Locale.ROOT, "%." + decimals + "f", value);
        }

        private String maximum(double millis) {
            return this == V0_7 ? String.valueOf((long) millis) : decimal(millis);
        }
    }

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS z", Locale.ENGLISH);

    /** Computes the report of a run. Fractions of a second of ramp-up and ramp-down are ignored. */
    public static MqttloaderReport of(LoadResult load, Duration rampUp, Duration rampDown) {
        var sent = load.sentPerSecond().counts();
        var delivered = load.deliveries().perSecond().counts();
        var seconds = CountedSeconds.of(delivered, rampUp, rampDown);
        return new MqttloaderReport(
                instant(load.startMicros()),
                instant(load.endMicros()),
                new Throughput(CountedSeconds.of(sent, rampUp, rampDown).of(sent)),
                new Throughput(seconds.of(delivered)),
                load.deliveries().latencyPerSecond().between(seconds.first(), seconds.last()));
    }

    private static Instant instant(long epochMicros) {
        return Instant.EPOCH.plus(epochMicros, ChronoUnit.MICROS);
    }

    /** Returns the report's values as metrics; without deliveries there are no latencies. */
    public Map<Figure, Double> figures() {
        var figures = new EnumMap<Figure, Double>(Figure.class);
        figures.put(Figure.PUBLISHER_MAXIMUM_THROUGHPUT, (double) publishers.maximum());
        figures.put(Figure.PUBLISHER_AVERAGE_THROUGHPUT, publishers.average());
        figures.put(Figure.SUBSCRIBER_MAXIMUM_THROUGHPUT, (double) subscribers.maximum());
        figures.put(Figure.SUBSCRIBER_AVERAGE_THROUGHPUT, subscribers.average());
        if (latency.count() > 0) {
            figures.put(Figure.LATENCY_AVERAGE_MS, latency.averageMillis());
            figures.put(Figure.LATENCY_MAXIMUM_MS, latency.maximumMillis());
        }
        return figures;
    }

    /** Returns mqttloader's final output, with the leading empty line and times in the given zone. */
    public String text(Form form, ZoneId zone) {
        var time = TIME.withZone(zone);
        return "\nMeasurement started: " + time.format(started)
                + "\nMeasurement ended: " + time.format(ended)
                + "\n\n-----Publisher-----\n" + throughput(form, publishers, "published")
                + "\n-----Subscriber-----\n" + throughput(form, subscribers, "received")
                + form.line("Maximum latency", "ms", form.maximum(latency.maximumMillis()))
                + form.line("Average latency", "ms", form.decimal(latency.averageMillis()));
    }

    private static String throughput(Form form, Throughput throughput, String done) {
        var perSecond = throughput.perSecond().stream().map(String::valueOf).collect(Collectors.joining(", "));
        return form.line("Maximum throughput", "msg/s", String.valueOf(throughput.maximum()))
                + form.line("Average throughput", "msg/s", form.decimal(throughput.average()))
                + "Number of " + done + " messages: " + throughput.total() + "\n"
                + form.line("Per second throughput", "msg/s", perSecond);
    }
}
