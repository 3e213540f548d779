package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.util.List;

/** Settings of a configuration file. Only {@code extension} and {@code cli} use them as a whole. */
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
