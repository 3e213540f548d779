// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaType;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.metrics.Metric;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.testkit.RegistryStub;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaRegistriesTest {

    private static final SchemaId ID = SchemaId.of(17);

    @AutoClose
    private final RegistryStub one = new RegistryStub();

    @AutoClose
    private final RegistryStub two = new RegistryStub();

    @TempDir
    Path folder;

    private final TextParser parser = new TextParser(SchemaType.AVRO);
    private final List<String> events = new ArrayList<>();
    private final PipelineMetrics metrics = new PipelineMetrics() {
        @Override
        public void gauge(Metric metric, String id, LongSupplier value) {
            if (metric == ExtensionMetric.SCHEMA_REGISTRY_UP) {
                events.add("+" + metric.metric(id));
            }
        }

        @Override
        public void remove(String group) {
            events.add("-" + group);
        }
    };

    @Test
    void shouldFollowAChangeOfTheUrl() throws Exception {
        one.avro(17, "one");
        two.avro(17, "two");
        var registries = new SchemaRegistries(List.of(settings("main", one)), folder);
        registries.report(metrics);
        var lookup = registries.lookup("main");
        assertThat(lookup.find(ID, parser)).isEqualTo("one");

        registries.open(List.of(settings("main", two)));
        registries.keepOnly(List.of(settings("main", two)));

        assertThat(lookup.find(ID, parser)).isEqualTo("two");
        assertThat(events).containsExactly("+schema-registry.main.up", "+schema-registry.main.up");
    }

    @Test
    void shouldKeepTheCacheOfARegistryThatDidNotChange() throws Exception {
        one.avro(17, "one");
        var registries = new SchemaRegistries(List.of(settings("main", one)), null);
        registries.lookup("main").find(ID, parser);

        registries.open(List.of(settings("main", one)));
        registries.lookup("main").find(ID, parser);

        assertThat(one.requests()).hasSize(1);
    }

    /** Threads of the JDK's clients end only by a garbage collection. */
    @Test
    void shouldStartNoThreadBeforeALookUp() {
        var registries = new SchemaRegistries(List.of(settings("main", one)), folder);
        long before = clients();

        for (int i = 0; i < 100; i++) {
            registries.open(List.of(settings("main", i % 2 == 0 ? two : one)));
        }

        assertThat(clients()).isLessThan(before + 50);
    }

    private static long clients() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("HttpClient-"))
                .count();
    }

    @Test
    void shouldAddAndRemoveRegistries() throws Exception {
        one.avro(17, "one");
        var registries = new SchemaRegistries(List.of(), folder);
        registries.report(metrics);
        var lookup = registries.lookup("late");
        assertThatThrownBy(() -> lookup.find(ID, parser)).isInstanceOf(DecodeException.class);

        registries.open(List.of(settings("late", one)));
        assertThat(lookup.find(ID, parser)).isEqualTo("one");

        registries.keepOnly(List.of());
        assertThat(events).containsExactly("+schema-registry.late.up", "-schema-registry.late");
        assertThatThrownBy(() -> registries.lookup("late").find(ID, parser)).isInstanceOf(DecodeException.class);
    }

    private static RegistrySettings settings(String id, RegistryStub stub) {
        return new RegistrySettings(id, stub.url(), "", "", null, Duration.ofSeconds(10));
    }
}
