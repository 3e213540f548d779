// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.route.RouteSettings;
import java.util.stream.Collectors;

/** Description of the settings that determine the lane of a message. */
final class SpoolLayout {

    private SpoolLayout() {}

    /** Returns a string that changes when waiting messages may have to move to another lane. */
    static String of(ExtensionSettings settings) {
        var lanes = settings.delivery().lanes();
        var routes = settings.routes().stream().map(SpoolLayout::of).sorted().collect(Collectors.joining("\n"));
        // an earlier version kept groups by name: messages of one bucket may be in several lanes of such a spool
        var buckets = lanes.groupProperty() == null ? "" : "\ngroup-buckets " + LaneSettings.GROUP_BUCKETS;
        return "lanes " + lanes.count() + "\nlane-key " + lanes.key() + "\ngroup-property " + lanes.groupProperty()
                + buckets + "\n" + routes;
    }

    private static String of(RouteSettings route) {
        boolean isByEdgeNode = route.payload().format().isStateful();
        return "route " + route.id() + " to database " + route.databaseId() + (isByEdgeNode ? " by edge node" : "");
    }
}
