package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.jdbc.DatabaseSettings;
import io.github.hivemqtdengine.route.RouteSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code <hivemq-tdengine-extension>}. */
final class SettingsReader {

    static final String ROOT = "hivemq-tdengine-extension";

    private final Path folder;
    private final Problems problems;

    /** @param folder what relative paths begin at */
    SettingsReader(Path folder, Problems problems) {
        this.folder = folder;
        this.problems = problems;
    }

    ExtensionSettings read(Section root) {
        var databases = databases(root.requiredChild("databases"));
        var routes = routes(root.requiredChild("routes"), databases);
        var delivery = root.child("delivery");
        return new ExtensionSettings(
                databases, routes, DeliveryReader.read(delivery), DeliveryReader.maxDeadLetterBytes(delivery));
    }

    private List<DatabaseSettings> databases(Section databases) {
        var reader = new DatabaseReader(folder);
        return databases.requiredChildren("database").stream().map(reader::read).toList();
    }

    private List<RouteSettings> routes(Section routes, List<DatabaseSettings> databases) {
        var reader = new RouteReader(databases);
        var shapes = new TableShapes();
        var subtables = new SubtableNames(databases);
        var settings = new ArrayList<RouteSettings>();
        for (var section : routes.requiredChildren("route")) {
            int before = problems.count();
            var route = reader.read(section);
            settings.add(route);
            if (problems.count() == before) {
                shapes.add(route).ifPresent(section::reject);
                subtables.add(route).ifPresent(section::reject);
            }
        }
        return settings;
    }
}
