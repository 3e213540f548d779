// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parsed output of the real mqttloader. Its decimal separator is a point or a comma, depending on the machine's locale.
 * It never has a thousands separator.
 *
 * @param figures metrics; for a side without messages only their count, 0
 * @param sentPerSecond messages sent in each second, from the first counted one
 * @param receivedPerSecond messages received in each second, from the first counted one
 */
public record MqttloaderOutput(Map<Figure, Double> figures, List<Long> sentPerSecond, List<Long> receivedPerSecond) {

    private static final String PUBLISHER = "-----Publisher-----";
    private static final String SUBSCRIBER = "-----Subscriber-----";

    /**
     * Parses the report of 0.7 or 0.8. Ignores other lines, also between those of the report; of several reports the
     * last one counts.
     *
     * @throws IllegalArgumentException with the line's name, if a line of the report is missing or has no number
     */
    public static MqttloaderOutput parse(String output) {
        int publisher = output.lastIndexOf(PUBLISHER);
        if (publisher < 0) {
            throw new IllegalArgumentException("No report of mqttloader: '" + PUBLISHER + "' is missing" + end(output));
        }
        int subscriber = output.indexOf(SUBSCRIBER, publisher);
        if (subscriber < 0) {
            throw new IllegalArgumentException(
                    "mqttloader's report is cut off: '" + SUBSCRIBER + "' is missing" + end(output));
        }
        var sending = new Part("Publisher", output.substring(publisher, subscriber));
        var receiving = new Part("Subscriber", output.substring(subscriber));
        return new MqttloaderOutput(figures(sending, receiving), sending.perSecond(), receiving.perSecond());
    }

    private static Map<Figure, Double> figures(Part sending, Part receiving) {
        double sent = sending.number("Number of published messages");
        double received = receiving.number("Number of received messages");
        var ofPublishers = Map.of(
                Figure.PUBLISHER_MAXIMUM_THROUGHPUT, sending.number("Maximum throughput"),
                Figure.PUBLISHER_AVERAGE_THROUGHPUT, sending.number("Average throughput"));
        var ofSubscribers = Map.of(
                Figure.SUBSCRIBER_MAXIMUM_THROUGHPUT, receiving.number("Maximum throughput"),
                Figure.SUBSCRIBER_AVERAGE_THROUGHPUT, receiving.number("Average throughput"),
                Figure.LATENCY_MAXIMUM_MS, receiving.number("Maximum latency"),
                Figure.LATENCY_AVERAGE_MS, receiving.number("Average latency"));
        var figures = new EnumMap<Figure, Double>(Figure.class);
        figures.put(Figure.SENT, sent);
        figures.put(Figure.DELIVERIES, received);
        figures.putAll(sent > 0 ? ofPublishers : Map.of());
        figures.putAll(received > 0 ? ofSubscribers : Map.of());
        return figures;
    }

    /** Quotes the last line of the output, which often explains a missing report. */
    private static String end(String output) {
        return output.strip()
                .lines()
                .reduce((first, second) -> second)
                .map(line -> "; the output ends with '" + line + "'")
                .orElse("; the output is empty");
    }

    private record Part(String name, String text) {

        double number(String line) {
            var value = value(line);
            try {
                return Double.parseDouble(value.replace(',', '.'));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(where(line) + " has no number but '" + value + "'", e);
            }
        }

        List<Long> perSecond() {
            var line = "Per second throughput";
            var values = value(line);
            try {
                return Stream.of(values.split(","))
                        .map(String::strip)
                        .filter(value -> !value.isEmpty())
                        .map(Long::valueOf)
                        .toList();
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(where(line) + " has no numbers but '" + values + "'", e);
            }
        }

        private String value(String line) {
            var matcher = Pattern.compile("(?m)^" + line + " ?(?:\\[[^\\]\\n]*\\])?:(.*)$")
                    .matcher(text);
            if (!matcher.find()) {
                throw new IllegalArgumentException(where(line) + " is missing");
            }
            return matcher.group(1).strip();
        }

        private String where(String line) {
            return "'" + line + "' of mqttloader's part '" + name + "'";
        }
    }
}
