package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.jdbc.DatabaseSettings;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.spool.DeadLetterSettings;
import io.github.hivemqtdengine.spool.SpoolSettings;
import java.util.List;

/**
 * What a configuration file says. Only {@code extension} and {@code cli} look at it as a whole.
 *
 * @param spool how much room waiting messages may take on disk
 * @param deadLetters how much room what can't be stored may take
 */
public record ExtensionSettings(
        List<DatabaseSettings> databases,
        List<RouteSettings> routes,
        DeliverySettings delivery,
        CaptureSettings capture,
        SpoolSettings spool,
        DeadLetterSettings deadLetters) {

    public ExtensionSettings {
        databases = List.copyOf(databases);
        routes = List.copyOf(routes);
    }
}
