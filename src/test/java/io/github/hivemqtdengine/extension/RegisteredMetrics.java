// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.codahale.metrics.MetricRegistry;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.config.ConfigurationWatch;
import io.github.hivemqtdengine.extension.publish.InboundTraffic;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.pipeline.account.AckTimeouts;
import io.github.hivemqtdengine.testkit.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Metrics of an extension that runs, with a configuration that has everything of which there are metrics. */
public final class RegisteredMetrics {

    /** Nothing listens at the URLs. */
    private static final String XML = """
            <hivemq-tdengine-extension>
              <databases>
                <database>
                  <id>plant</id>
                  <jdbc-url>jdbc:postgresql://localhost:1/qdb</jdbc-url>
                  <username>u</username>
                  <password>p</password>
                  <connect-timeout>250 ms</connect-timeout>
                </database>
              </databases>
              <schema-registries><registry><id>plant</id><url>http://localhost:1</url></registry></schema-registries>
              <routes>
                <route>
                  <id>plant</id>
                  <mqtt-topic-filters><mqtt-topic-filter>a/#</mqtt-topic-filter></mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="a" sub-table="a_1">
                    <timestamp value="${arrival-time}"/>
                    <tag name="t" type="INT" value="1"/>
                    <column name="v" type="DOUBLE" value="${payload:/v}"/>
                  </table>
                </route>
              </routes>
              <delivery><dead-letters topic="letters"/><archive/><unmapped/></delivery>
            </hivemq-tdengine-extension>
            """;

    private static final Pattern GROUP = Pattern.compile(Pattern.quote(DropwizardMetrics.PREFIX)
            + "\\.((route\\.plant|database\\.plant|schema-registry\\.plant|acknowledgements|spool|sparkplug)\\.)?");

    private static final MetricRegistry OF_PLANT = ofPlant();

    private RegisteredMetrics() {}

    /**
     * Returns the part of each name but those of {@code total.} after {@code route.<id>.}, {@code database.<id>.},
     * {@code schema-registry.<id>.}, {@code acknowledgements.}, {@code spool.} or {@code sparkplug.}.
     */
    public static List<String> names() {
        return OF_PLANT.getNames().stream()
                .filter(name -> !name.startsWith(DropwizardMetrics.PREFIX + ".total."))
                .map(name -> GROUP.matcher(name).replaceFirst(""))
                .toList();
    }

    /**
     * Returns all metrics.
     *
     * @param id the id of the only route, database and schema registry
     */
    public static MetricRegistry registry(String id) {
        var registry = new MetricRegistry();
        OF_PLANT.getMetrics()
                .forEach((name, metric) -> registry.register(name.replace(".plant.", "." + id + "."), metric));
        return registry;
    }

    private static MetricRegistry ofPlant() {
        try {
            return run(TemporaryFolder.create("metrics"));
        } catch (IOException | ConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the metrics of an extension that has stopped. */
    private static MetricRegistry run(Path folder) throws IOException, ConfigurationException {
        var file = Files.writeString(folder.resolve("config.xml"), XML);
        var reader = new ConfigurationReader();
        var reading = reader.snapshot(file);
        var settings = reading.settings();
        var registry = new MetricRegistry();
        var copy = new MetricRegistry();
        try (var acks = new AckTimeouts(() -> 0, 1);
                var extension = new StartedExtension(
                        settings,
                        folder.resolve("data"),
                        registry,
                        new ConfigurationWatch(reader, file, reading),
                        new CaptureGauge(registry))) {
            extension.start(new StartWait());
            var listeners = new ClientListeners(
                    settings,
                    extension::sink,
                    extension::arrivalMicros,
                    BrokerStub.of(ClientService.class, Map.of()),
                    acks,
                    InboundTraffic.of(registry));
            listeners.report(new DropwizardMetrics(registry));
            registry.getMetrics().forEach(copy::register);
        }
        return copy;
    }
}
