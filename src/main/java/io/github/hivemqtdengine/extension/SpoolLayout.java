package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.pipeline.LaneSettings;
import java.util.stream.Collectors;

/** What of a configuration says which lane a message waits in. */
final class SpoolLayout {

    private SpoolLayout() {}

    /** A text that is another one where messages that wait may have to go to another lane. */
    static String of(ExtensionSettings settings) {
        var lanes = settings.delivery().lanes();
        var routes = settings.routes().stream()
                .map(route -> "route " + route.id() + " to database " + route.databaseId())
                .sorted()
                .collect(Collectors.joining("\n"));
        // an earlier version kept groups by their names: its lanes may hold messages of one bucket in several lanes
        var buckets = lanes.groupProperty() == null ? "" : "\ngroup-buckets " + LaneSettings.GROUP_BUCKETS;
        return "lanes " + lanes.count() + "\nlane-key " + lanes.key() + "\ngroup-property " + lanes.groupProperty()
                + buckets + "\n" + routes;
    }
}
