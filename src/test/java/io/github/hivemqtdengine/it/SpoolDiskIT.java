// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The disk that messages wait on. */
@Tag("full")
class SpoolDiskIT extends LinkedBrokerTest {

    private static final String LONGEST_WAIT = "hivemq-tdengine-extension.start-wait-millis";
    private static final int DISK_MIB = 8;
    /** The archive leaves 256 MiB of it free. */
    private static final int ARCHIVE_DISK_MIB = 340;

    private static final int MESSAGES = 2_000;
    private static final String PAYLOAD = "x".repeat(10_000);

    private static final String DELIVERY = """
            <delivery>%s
              <queue messages="%d"/>
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
                .filteredOn(line -> line.contains("Spool of database \"test\" accepts no messages"))
                .isNotEmpty()
                .hasSizeLessThan(20);

        link.mend();
        awaitFigure("everything", "stored", MESSAGES - dropped);
        await("room").until(() -> isAccepted(client));
        publish(client, 100);

        awaitEvenAccount("everything");
        long received2 = figure("everything", "received");
        long stored = received2 - figure("everything", "dropped.overflow");
        assertThat(figure("everything", "stored")).isEqualTo(stored);
        assertThat(stored).isGreaterThan(MESSAGES - dropped + 100);
        database.awaitCount("messages", stored);
    }

    /** With a minimum of zero, the disk is filled to the last byte. */
    @ParameterizedTest
    @CsvSource({"spool, on-receive, 5", "fsync, on-receive, 0", "fsync, on-commit, 5"})
    void shouldStoreWhatIsAcknowledgedWhileSomethingElseFillsTheDisk(
            String durability, String acknowledge, int minFreeMib) throws Exception {
        disk.mount(spool(), DISK_MIB);
        var promise = "<durability>%s</durability><acknowledge>%s</acknowledge>".formatted(durability, acknowledge);
        startBroker(promise, 1_000, minFreeMib);
        var client = mqtt5("client").toAsync();
        publish(client, 40);

        var foreign = disk.fill(minFreeMib == 0 ? 0 : 1);
        publish(client, 600);
        assertThat(gauge("spool.degraded")).isEqualTo(1);
        assertThat(gauge("spool.memory-only")).isPositive();
        Files.delete(foreign);
        publish(client, 40);

        awaitFigure("everything", "stored", 680);
        assertThat(figure("everything", "dropped")).isZero();
        database.awaitCount("messages", 680);
        assertThat(log.lines())
                .filteredOn(line -> line.contains("messages wait in memory only"))
                .hasSize(1);
    }

    /** The messages are acknowledged while there is room, and decoded when the disk is full. */
    @ParameterizedTest
    @ValueSource(strings = {"spool", "fsync"})
    void shouldKeepWhatIsAcknowledgedUntilTheDiskTakesItsDeadLetter(String durability) throws Exception {
        disk.mount(broker.extensionDataFolder(), DISK_MIB);
        link.cut();
        var promise = "<lanes>1</lanes><durability>%s</durability>".formatted(durability);
        startBehindLink(configuration(Routes.METERS, DELIVERY.formatted(promise, 1_000, 0)));
        var client = mqtt5("client").toAsync();
        publish(client, "{\"t\":1767322800121,\"v\":1}");
        await("the lane").until(() -> gauge("database.test.waiting-lanes"), lanes -> lanes == 1);
        for (int i = 0; i < 50; i++) {
            publish(client, "{" + i);
        }
        var foreign = disk.fill(0);

        link.mend();

        await("a dead letter that can't be written").until(() -> gauge("dead-letters.degraded"), is -> is == 1);
        assertThat(figure("meters", "dropped")).isZero();
        Files.delete(foreign);
        awaitFigure("meters", "dead-lettered", 50);
        awaitFigure("meters", "stored", 1);
        assertThat(deadLetters()).hasSize(50);
        assertThat(figure("meters", "dropped")).isZero();
        assertThat(log.lines())
                .filteredOn(line -> line.contains("Dead letters cannot be written to"))
                .hasSize(1);
    }

    /** The archive has 40 MB of stored messages when something else fills the disk. */
    @Test
    void shouldTakeTheRoomOfTheArchiveWhileTheDatabaseIsAway() throws Exception {
        disk.mount(broker.extensionDataFolder(), ARCHIVE_DISK_MIB);
        var delivery = "<delivery><lanes>1</lanes><spool max-bytes=\"256 MiB\" min-free-bytes=\"1 MiB\"/>"
                + "<archive/></delivery>";
        startBehindLink(configuration(Routes.EVERYTHING, delivery));
        var client = mqtt5("client").toAsync();
        publish(client, 2 * MESSAGES);
        awaitFigure("everything", "stored", 2 * MESSAGES);
        await("the archive").until(() -> gauge("archive.bytes"), bytes -> bytes > 30_000_000);

        link.cut();
        disk.fill(4);
        publish(client, MESSAGES);

        await("the archive").until(() -> gauge("archive.bytes"), bytes -> bytes == 0);
        assertThat(figure("everything", "dropped")).isZero();
        link.mend();
        awaitFigure("everything", "stored", 3 * MESSAGES);
        assertThat(gauge("archive.not-kept")).isZero();
        database.awaitCount("messages", 3 * MESSAGES);
    }

    private static void publish(Mqtt5AsyncClient client, String payload) {
        client.publishWith()
                .topic("site/a/meter/b")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8(payload))
                .send()
                .join();
    }

    private long gauge(String name) {
        var gauges = broker.metrics().getGauges();
        return (long) Objects.requireNonNull(gauges.get("com.hivemq.extensions.tdengine." + name))
                .getValue();
    }

    @Test
    void shouldRefuseUntilItsFolderCanBeWritten() throws Exception {
        disk.mount(spool(), DISK_MIB);
        disk.makeReadOnly();

        assertRefusesUntil(disk::makeWritable);
    }

    @Test
    void shouldRefuseUntilItsFolderIsNoFile() throws Exception {
        Files.createDirectories(spool().getParent());
        Files.createFile(spool());

        assertRefusesUntil(() -> Files.delete(spool()));
    }

    private void assertRefusesUntil(Repair repair) throws Exception {
        System.setProperty(LONGEST_WAIT, "0");
        try {
            startBroker(0);
        } finally {
            System.clearProperty(LONGEST_WAIT);
        }
        assertThat(log.text()).contains("Messages cannot wait in " + spool(), "<durability>memory</durability>");
        assertThat(gauge("capture-active")).isZero();
        var client = mqtt5("client");
        client.publishWith().topic("t").qos(MqttQos.AT_MOST_ONCE).send();
        awaitFigure("everything", "dropped.not-started", 1);

        repair.make();

        await("the start").until(() -> gauge("capture-active"), active -> active == 1);
        client.publishWith()
                .topic("t")
                .qos(MqttQos.AT_LEAST_ONCE)
                .payload(utf8("x"))
                .send();
        database.awaitCount("messages", 1);
    }

    @FunctionalInterface
    private interface Repair {
        void make() throws IOException;
    }

    private Path spool() {
        return broker.extensionDataFolder().resolve("spool");
    }

    private void startBroker(int minFreeMib) throws IOException {
        startBroker("", 100, minFreeMib);
    }

    /** @param promise the elements that say what an acknowledgement promises */
    private void startBroker(String promise, int inMemory, int minFreeMib) throws IOException {
        var configuration = configuration(Routes.EVERYTHING, DELIVERY.formatted(promise, inMemory, minFreeMib));
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

    private boolean isAccepted(Mqtt5AsyncClient client) {
        long dropped = figure("everything", "dropped.overflow");
        publish(client, 4);
        return figure("everything", "dropped.overflow") == dropped;
    }
}
