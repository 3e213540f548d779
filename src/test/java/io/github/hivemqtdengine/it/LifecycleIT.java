// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LifecycleIT extends BrokerTest {

    /**
     * Threads that the drivers start once per class loader and never stop. TDengine's timers and pool workers end after
     * a minute without work; PostgreSQL's cleaner ends with its class loader. The workers of the JVM's common pool
     * belong to no particular library.
     */
    private static final String UNSTOPPABLE =
            "taos-jdbc-(short|long)-timer.*|ForkJoinPool(-\\d+|\\.commonPool)-worker-\\d+|Cleaner-\\d+";

    private static final String OF_THIS_TEST = "awaitility.*|com\\.hivemq\\.client.*|RxComputation.*";

    @RegisterExtension
    private final CapturedLog log = new CapturedLog();

    @Tag("full")
    @Test
    void shouldStartAndStopTenTimesWithoutLeavingAnythingBehind() throws Exception {
        Files.writeString(broker.configurationFile(), configuration(Routes.EVERYTHING, ""));
        startDriverOfThisTest();
        for (int round = 1; round <= 10; round++) {
            var before = threadNames();
            broker.start(0);
            mqtt5("c" + round)
                    .publishWith()
                    .topic("t")
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8("x"))
                    .send();
            broker.stop();

            database.awaitCount("messages", round);
            await("threads").until(this::threadsOfTheExtension, Set::isEmpty);
            if (round > 1) { // the first one starts what broker and clients keep for good
                await("other threads").until(() -> threadsBesides(before), Set::isEmpty);
            }
            assertThat(driversOfTheExtension()).as("JDBC drivers").isEmpty();
        }
        assertThat(deadLetterFile()).doesNotExist();
    }

    /** Each connection may start another thread of it, up to two for each core, which stay for good. */
    private void startDriverOfThisTest() throws Exception {
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
            assertThat(database.count("messages")).isZero();
        }
    }

    @Test
    void shouldRefuseToStartWithTheWholeListOfProblems() throws Exception {
        var wrong = configuration(Routes.METERS, "<delivery><lanes>0</lanes></delivery>")
                .replace("type=\"DOUBLE\"", "type=\"DUBBEL\"")
                .replace("site/{site}", "site/#/{site}");
        Files.writeString(broker.configurationFile(), wrong);

        broker.start(0);

        var gauges = broker.metrics().getGauges(MetricFilter.contains("extensions.tdengine"));
        assertThat(gauges.keySet()).containsExactly("com.hivemq.extensions.tdengine.capture-active");
        assertThat(gauges.values().iterator().next().getValue()).isEqualTo(0L);
        assertThat(log.lines())
                .filteredOn(line -> line.startsWith("ERROR "))
                .singleElement()
                .asString()
                .contains("delete the file \"DISABLED\"", "restart the broker", "DUBBEL");
        assertThat(log.text())
                .contains(
                        "config.xml:" + lineOf(wrong, "site/#/{site}") + " <routes/route/mqtt-topic-filters/",
                        "config.xml:" + lineOf(wrong, "DUBBEL") + " <routes/route/table/column@type> \"DUBBEL\"",
                        "config.xml:" + lineOf(wrong, "<lanes>") + " <delivery/lanes> \"0\" is outside 1 to 64",
                        "delete the file \"DISABLED\" in the extension's folder");
        assertThat(broker.extensionFolder().resolve("DISABLED")).exists();
    }

    private static int lineOf(String text, String part) {
        return 1
                + (int) text.substring(0, text.indexOf(part))
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }

    /** A thread of the extension need not have its class loader. */
    private static Set<String> threadsBesides(Set<String> before) {
        return threadNames().stream()
                .filter(name -> !before.contains(name))
                .filter(name -> !name.matches(UNSTOPPABLE) && !name.matches(OF_THIS_TEST))
                .collect(Collectors.toSet());
    }

    private static Set<String> threadNames() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).collect(Collectors.toSet());
    }

    private Set<String> threadsOfTheExtension() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> isOfTheExtension(thread.getContextClassLoader()))
                .map(Thread::getName)
                .filter(name -> !name.matches(UNSTOPPABLE))
                .collect(Collectors.toSet());
    }

    private static List<String> driversOfTheExtension() {
        return DriverManager.drivers()
                .filter(driver -> isOfTheExtension(driver.getClass().getClassLoader()))
                .map(Object::toString)
                .toList();
    }

    private static boolean isOfTheExtension(@Nullable ClassLoader loader) {
        return loader != null && loader.getClass().getName().contains("IsolatedExtensionClassloader");
    }
}
