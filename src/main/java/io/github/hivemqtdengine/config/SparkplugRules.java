// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.config.conflict.FilterOverlap;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules for routes of Sparkplug; without them a route would lose messages without an error. */
final class SparkplugRules {

    private static final TopicFilter NODE_DEATHS = TopicFilter.parse("spBv1.0/+/NDEATH/+");

    private static final List<Announced> ANNOUNCED = List.of(
            new Announced(TopicFilter.parse("spBv1.0/+/NDATA/+"), TopicFilter.parse("spBv1.0/+/NBIRTH/+")),
            new Announced(TopicFilter.parse("spBv1.0/+/DDATA/+/+"), TopicFilter.parse("spBv1.0/+/DBIRTH/+/+")));

    private static final Set<MessageSource> DEATH_SOURCES = Set.of(MessageSource.PUBLISHES, MessageSource.LAST_WILLS);

    /** Topics of values, and of the messages that announce their names. */
    private record Announced(TopicFilter data, TopicFilter births) {}

    private final List<RouteSettings> routes;
    private final Capture capture;

    /** @param routes all routes */
    SparkplugRules(List<RouteSettings> routes, Capture capture) {
        this.routes = routes.stream().filter(SparkplugRules::isSparkplug).toList();
        this.capture = capture;
    }

    private static boolean isSparkplug(RouteSettings route) {
        return route.payload().format() instanceof SparkplugFormat;
    }

    /** Returns what is wrong with a route. */
    Optional<String> objection(RouteSettings route) {
        if (!isSparkplug(route)) {
            return Optional.empty();
        }
        if (capture == Capture.ON_ACK) {
            return Optional.of(
                    "has format=\"sparkplug\", whose messages have QoS 0, but <capture>on-ack</capture> stores"
                            + " none of QoS 0; write <capture>on-publish</capture>");
        }
        if (FilterOverlap.isPossible(route, NODE_DEATHS) && !route.sources().containsAll(DEATH_SOURCES)) {
            return Optional.of(
                    "may match " + NODE_DEATHS.text() + ", which nodes publish before they disconnect and the broker"
                            + " publishes as the last will of the others; write"
                            + " <source>publishes,"
                            + " last-wills</source>,"
                            + " or <exclude>" + NODE_DEATHS.text() + "</exclude>");
        }
        return ANNOUNCED.stream()
                .filter(announced -> FilterOverlap.isPossible(route, announced.data()))
                .filter(announced -> routes.stream()
                        .filter(other -> other.databaseId().equals(route.databaseId())) // in step with its lanes
                        .noneMatch(other -> FilterOverlap.isPossible(other, announced.births())))
                .findFirst()
                .map(announced -> "may match " + announced.data().text()
                        + ", but no route of format=\"sparkplug\" to the same database matches "
                        + announced.births().text() + ", whose messages name the metrics; add this filter");
    }
}
