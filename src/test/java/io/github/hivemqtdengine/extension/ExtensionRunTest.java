// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricRegistry;
import io.github.hivemqtdengine.config.CaptureSettings;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.registry.SchemaRegistries;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class ExtensionRunTest {

    private static final SchemaRegistries NO_REGISTRIES = new SchemaRegistries(List.of(), null);

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path folder;

    @Test
    void shouldLeaveNoDatabaseOpenWhereOneCanNotBeMade() {
        var plain = ConnectionSettings.of("jdbc:TAOS-WS://td1:6041", "u", "p");
        var withoutFile = plain.over(new TlsSettings(folder.resolve("gone.pem"), true));
        var settings = settings(DeliverySettings.DEFAULT, database("one", plain), database("other", withoutFile));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ExtensionRun(settings, NO_REGISTRIES, folder, new MetricRegistry()));

        assertNoDriver();
    }

    @Test
    void shouldLeaveNothingOpenWhereALaterPartFails() {
        var plain = ConnectionSettings.of("jdbc:TAOS-WS://td1:6041", "u", "p");
        var settings = settings(DeliverySettings.DEFAULT, database("one", plain), database("other", plain));
        var registry = new FullRegistry();

        assertThatIllegalStateException()
                .isThrownBy(() -> new ExtensionRun(settings, NO_REGISTRIES, folder, registry))
                .withMessage("full");

        assertNoDriver();
        assertThat(registry.getNames()).isEmpty();
    }

    @Test
    void shouldWarnOfSpooledMessagesWithMemoryDurability() throws Exception {
        var defaults = DeliverySettings.DEFAULT;
        var inMemory = new DeliverySettings(
                defaults.lanes(),
                defaults.batch(),
                IntakeSettings.of(Durability.MEMORY),
                defaults.retry(),
                defaults.drainTimeout());
        var settings = settings(inMemory);
        new ExtensionRun(settings, NO_REGISTRIES, folder, new MetricRegistry()).close();
        assertThat(log.lines()).isEmpty();

        Files.createFile(
                Files.createDirectories(folder.resolve("spool/1/plant/1")).resolve("1.segment"));
        new ExtensionRun(settings, NO_REGISTRIES, folder, new MetricRegistry()).close();

        assertThat(log.lines()).singleElement().asString().startsWith("WARN Spool ");
    }

    @Test
    void shouldSayWhereMessagesCanNotWait() throws Exception {
        var notAFolder = Files.createFile(folder.resolve("spool"));
        var settings = settings(DeliverySettings.DEFAULT);

        assertThatIOException()
                .isThrownBy(() -> new ExtensionRun(settings, NO_REGISTRIES, folder, new MetricRegistry()))
                .withMessageContainingAll("Messages cannot wait in " + notAFolder, "<durability>memory</durability>");
    }

    private static ExtensionSettings settings(DeliverySettings delivery, DatabaseSettings... databases) {
        return new ExtensionSettings(
                List.of(databases),
                List.of(),
                delivery,
                CaptureSettings.DEFAULT,
                SpoolSettings.DEFAULT,
                null,
                DeadLetterSettings.of(1_024),
                null,
                null,
                0,
                Map.of(),
                List.of());
    }

    private static void assertNoDriver() {
        assertThat(DriverManager.drivers().map(driver -> driver.getClass().getClassLoader()))
                .doesNotContain(ExtensionRun.class.getClassLoader());
    }

    /** Takes one metric. */
    private static final class FullRegistry extends MetricRegistry {
        @Override
        public <T extends Metric> T register(String name, T metric) {
            if (!getNames().isEmpty()) {
                throw new IllegalStateException("full");
            }
            return super.register(name, metric);
        }
    }

    private static DatabaseSettings database(String id, ConnectionSettings connection) {
        return new DatabaseSettings(id, connection, "factory", SchemaSettings.DEFAULT);
    }
}
