package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.jdbc.DatabaseSettings;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.spool.SpoolSettings;
import java.util.List;

/**
 * What a configuration file says. Only {@code extension} looks at it as a whole.
 *
 * @param spool how much room waiting messages may take on disk
 * @param maxDeadLetterBytes the size at which the dead-letter file takes no more
 */
public record ExtensionSettings(
        List<DatabaseSettings> databases,
        List<RouteSettings> routes,
        DeliverySettings delivery,
        CaptureSettings capture,
        SpoolSettings spool,
        long maxDeadLetterBytes) {

    public ExtensionSettings {
        databases = List.copyOf(databases);
        routes = List.copyOf(routes);
    }
}
