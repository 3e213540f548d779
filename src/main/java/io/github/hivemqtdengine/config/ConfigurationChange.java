package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.RouteSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Difference between the active configuration and another one. Immutable. */
public final class ConfigurationChange {

    private static final String NEEDS_RESTART = ", which needs a restart of the broker";

    private final ExtensionSettings before;
    private final ExtensionSettings after;
    private final Differences routes;
    private final Differences databases;

    private ConfigurationChange(ExtensionSettings before, ExtensionSettings after) {
        this.before = before;
        this.after = after;
        this.routes = Differences.between(before.routes(), after.routes(), RouteSettings::id);
        this.databases = Differences.between(before.databases(), after.databases(), DatabaseSettings::id);
    }

    public static ConfigurationChange between(ExtensionSettings before, ExtensionSettings after) {
        return new ConfigurationChange(before, after);
    }

    /** Returns whether nothing relevant is different; the order of routes is not relevant. */
    public boolean isNone() {
        return routes.isEmpty() && databases.isEmpty() && hasSameDelivery();
    }

    private boolean hasSameDelivery() {
        return after.delivery().equals(before.delivery())
                && after.capture().equals(before.capture())
                && after.spool().equals(before.spool())
                && after.deadLetters().equals(before.deadLetters());
    }

    /**
     * Returns the changes that are not possible while the broker runs, as sentences.
     *
     * @param watched the sources of messages that are observed since the start
     */
    public List<String> refusals(Set<MessageSource> watched) {
        var refusals = new ArrayList<String>();
        if (!hasSameDelivery()) {
            refusals.add("<delivery> is another one" + NEEDS_RESTART);
        }
        after.routes().stream()
                .filter(route -> route.source() != MessageSource.PUBLISHES && !watched.contains(route.source()))
                .map(route -> "Route " + route.id() + " has the <source> " + Choice.word(route.source())
                        + ", which no route had at the start" + NEEDS_RESTART)
                .forEach(refusals::add);
        before.routes().stream()
                .flatMap(route -> movedTo(route).stream())
                .map(route -> "Route " + route.id() + " goes to another database" + NEEDS_RESTART
                        + ", or another id: messages that wait for the first one would lose their order")
                .forEach(refusals::add);
        return refusals;
    }

    private List<RouteSettings> movedTo(RouteSettings route) {
        return after.routes().stream()
                .filter(other -> other.id().equals(route.id()))
                .filter(other -> !other.databaseId().equals(route.databaseId()))
                .toList();
    }

    /** Returns the change in one line. */
    @Override
    public String toString() {
        var parts = Stream.of(routes.toString("routes"), databases.toString("databases"))
                .filter(part -> !part.isEmpty())
                .toList();
        return String.join("; ", parts);
    }
}
