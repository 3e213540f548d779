package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The disk that messages wait on. */
class SpoolDiskIT extends LinkedBrokerTest {

    private static final int DISK_MIB = 8;
    private static final int MESSAGES = 2_000;
    private static final String PAYLOAD = "x".repeat(10_000);

    private static final String DELIVERY = """
            <delivery>
              <queue messages="100"/>
              <retry first-delay="50 ms" max-delay="500 ms" probe-delay="500 ms"/>
              <spool min-free-bytes="%d MiB"/>
            </delivery>
            """;

    @RegisterExtension
    final SmallDisk disk = new SmallDisk();

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    /** Either nothing at all is to be left free, so that writing fails, or more than half of the disk. */
    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void shouldCountWhatDoesNotFitAndGoOnWhenThereIsRoom(int minFreeMib) throws Exception {
        disk.mount(spool(), DISK_MIB);
        link.cut();
        startBroker(minFreeMib);
        var received = subscribe();
        var client = mqtt5("client").toAsync();

        publish(client, MESSAGES);

        await("subscriber").until(() -> received.get() == MESSAGES);
        long dropped = figure("everything", "dropped.overflow");
        assertThat(dropped).isBetween(MESSAGES / 2L, MESSAGES - 200L);
        assertThat(figure("everything", "received")).isEqualTo(MESSAGES);
        assertThat(figure("everything", "in-flight")).isEqualTo(MESSAGES - dropped);
        assertThat(log.lines())
                .filteredOn(line -> line.contains("A queue of database test is full"))
                .isNotEmpty()
                .hasSizeLessThan(20);

        link.mend();
        awaitFigure("everything", "stored", MESSAGES - dropped);
        await("room").until(() -> isTakenIn(client));
        publish(client, 100);

        awaitFigure("everything", "in-flight", 0);
        long received2 = figure("everything", "received");
        long stored = received2 - figure("everything", "dropped.overflow");
        assertThat(figure("everything", "stored")).isEqualTo(stored);
        assertThat(stored).isGreaterThan(MESSAGES - dropped + 100);
        assertThat(figure("everything", "difference")).isZero();
        database.awaitCount("messages", stored);
    }

    @Test
    void shouldNotStartWhereItsFolderCanOnlyBeRead() throws Exception {
        disk.mount(spool(), DISK_MIB);
        disk.makeReadOnly();

        assertRefuses();
    }

    @Test
    void shouldNotStartWhereItsFolderIsAFile() throws Exception {
        Files.createDirectories(spool().getParent());
        Files.createFile(spool());

        assertRefuses();
    }

    private void assertRefuses() throws IOException {
        startBroker(0);

        assertThat(log.text()).contains("Messages can't wait in " + spool(), "<durability>memory</durability>");
        assertThat(broker.metrics().getGauges(MetricFilter.contains("extensions.tdengine")))
                .isEmpty();
        mqtt5("client")
                .publishWith()
                .topic("t")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("x"))
                .send();
    }

    private Path spool() {
        return broker.extensionDataFolder().resolve("spool");
    }

    private void startBroker(int minFreeMib) throws IOException {
        var configuration = configuration(Routes.EVERYTHING, DELIVERY.formatted(minFreeMib));
        startBehindLink(configuration);
    }

    private AtomicInteger subscribe() {
        var received = new AtomicInteger();
        mqtt5("subscriber")
                .toAsync()
                .subscribeWith()
                .topicFilter("disk/#")
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(message -> received.incrementAndGet())
                .send()
                .join();
        return received;
    }

    /** Publishes to four topics, and returns when the broker has acknowledged everything. */
    private static void publish(Mqtt5AsyncClient client, int messages) {
        var acknowledged = new ArrayList<CompletableFuture<?>>();
        for (int i = 0; i < messages; i++) {
            acknowledged.add(client.publishWith()
                    .topic("disk/" + i % 4)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8(i + PAYLOAD))
                    .send());
        }
        CompletableFuture.allOf(acknowledged.toArray(CompletableFuture[]::new)).join();
    }

    private boolean isTakenIn(Mqtt5AsyncClient client) {
        long dropped = figure("everything", "dropped.overflow");
        publish(client, 4);
        return figure("everything", "dropped.overflow") == dropped;
    }
}
