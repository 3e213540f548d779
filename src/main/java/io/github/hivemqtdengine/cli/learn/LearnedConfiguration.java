// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.learn;

import io.github.hivemqtdengine.cli.learn.LearnedRoutes.LearnedRoute;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A configuration for the messages that were seen, with their counts as comments.
 *
 * @param routes what its routes are for
 * @param xml the whole file
 */
public record LearnedConfiguration(List<Learned> routes, String xml) {

    private static final String FILE = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- Learned from %d messages on %d topics in %d s. Look over names, types and lengths before you use it. -->
            <hivemq-tdengine-extension xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                                       xsi:noNamespaceSchemaLocation="config.xsd">
              <databases>
                <database>
                  <id>local</id>
                  <jdbc-url>jdbc:TAOS-WS://localhost:6041</jdbc-url>
                  <username>root</username>
                  <password>taosdata</password>
                  <name>mqtt</name>
                  <schema>%s</schema>
                </database>
              </databases>
              <routes>
            %s  </routes>
            </hivemq-tdengine-extension>
            """;

    private static final String INDENT = "    ";

    /**
     * Messages of one route.
     *
     * @param filter its topic filter; {@code spBv1.0/#} for Sparkplug
     */
    public record Learned(String id, String filter, String format, long messages, int topics, double perSecond) {}

    /**
     * Makes a configuration.
     *
     * @param time for how long the messages were seen
     */
    public static LearnedConfiguration of(Traffic traffic, Duration time) {
        var routes = LearnedRoutes.of(traffic);
        double seconds = Math.max(1, time.toMillis()) / 1_000.0;
        boolean addsColumns = routes.stream()
                .anyMatch(one -> List.of("sparkplug", "line-protocol")
                        .contains(one.route().format()));
        var xml = FILE.formatted(
                traffic.messages(),
                traffic.topics(),
                Math.round(seconds),
                addsColumns ? "evolve" : "create",
                routes.stream().map(one -> element(one, seconds)).collect(Collectors.joining()));
        return new LearnedConfiguration(
                routes.stream().map(one -> learned(one, seconds)).toList(), xml);
    }

    private static Learned learned(LearnedRoute learned, double seconds) {
        var route = learned.route();
        return new Learned(
                route.id(),
                route.filters().isEmpty() ? "spBv1.0/#" : route.filters().get(0),
                route.format(),
                learned.messages(),
                learned.topics(),
                learned.messages() / seconds);
    }

    private static String element(LearnedRoute learned, double seconds) {
        var comment = String.format(
                Locale.ROOT,
                "%d messages on %d topics, %.1f a second, for example %s",
                learned.messages(),
                learned.topics(),
                learned.messages() / seconds,
                learned.sample());
        return learned.route()
                .xml(comment)
                .lines()
                .map(line -> INDENT + line + "\n")
                .collect(Collectors.joining());
    }
}
