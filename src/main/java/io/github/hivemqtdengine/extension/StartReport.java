// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import java.util.stream.Collectors;

/** Log lines for the operator after a start: the table of each topic, and warnings. */
final class StartReport {

    private StartReport() {}

    /** Returns a line for each route. */
    static List<String> lines(ExtensionSettings settings) {
        return settings.routes().stream()
                .map(route -> line(route, settings.databases()))
                .toList();
    }

    /** Returns warnings about topics for which the broker and the extension may decide differently. */
    static List<String> warnings(ExtensionSettings settings) {
        return settings.capture().capture() == Capture.ON_ACK
                ? List.of()
                : settings.routes().stream()
                        .filter(route -> route.sources().contains(MessageSource.PUBLISHES))
                        .flatMap(route -> route.filters().stream()
                                .filter(filter -> filter.text().startsWith("$"))
                                .map(filter -> warning(route, filter)))
                        .toList();
    }

    private static String warning(RouteSettings route, TopicFilter filter) {
        return "Route \"" + route.id() + "\" stores publishes to \"" + filter.text()
                + "\" before HiveMQ decides on them: by default"
                + " HiveMQ rejects topics that begin with $ and disconnects the client; use <capture>on-ack</capture> to"
                + " store only what it accepts";
    }

    private static String line(RouteSettings route, List<DatabaseSettings> databases) {
        var database = databases.stream()
                .filter(one -> one.id().equals(route.databaseId()))
                .findFirst();
        var place = route.statement() == null
                ? database.map(one -> one.name() + "." + tables(route) + " of database " + one)
                        .orElse(tables(route))
                : database.map(one -> one.name() + " of database " + one).orElse("") + " by its statement-template";
        return "Route \"" + route.id() + "\" stores " + messages(route) + " in " + place;
    }

    private static String tables(RouteSettings route) {
        return route.tables().stream().map(TableSettings::superTable).distinct().collect(Collectors.joining(", "));
    }

    private static String messages(RouteSettings route) {
        if (route.sources().contains(MessageSource.CLIENT_EVENTS)) {
            return "client events";
        }
        if (!route.sources().contains(MessageSource.LAST_WILLS)) {
            return topics(route);
        }
        return (route.sources().size() == 1 ? "" : "publishes and ") + "last wills of " + topics(route);
    }

    private static String topics(RouteSettings route) {
        var excludes = route.excludes().isEmpty() ? "" : " without " + joined(route.excludes());
        return joined(route.filters()) + excludes;
    }

    private static String joined(List<TopicFilter> filters) {
        return filters.stream().map(TopicFilter::text).collect(Collectors.joining(", "));
    }
}
