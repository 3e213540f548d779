// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import io.github.hivemqtdengine.demo.EmbeddedBroker;
import io.github.hivemqtdengine.testkit.BrokerProcess;
import io.github.hivemqtdengine.testkit.BrokerTest;
import io.github.hivemqtdengine.testkit.FloodingClient;
import io.github.hivemqtdengine.testkit.PacedLoad;
import io.github.hivemqtdengine.testkit.ShiftedClock;
import io.github.hivemqtdengine.testkit.SmallDisk;
import io.github.hivemqtdengine.testkit.TcpRelay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything at once, at random: the broker is killed again and again under numbered messages, with other settings each time,
 * while the link to the database is cut and slow, the database or a process of it is killed, the disk is full, the clock
 * steps, the configuration changes, and a hostile client sends what can't be stored. The broker has little heap, and ends
 * when that is full, as HiveMQ's start script has it. Where no disk can be mounted, or there is no libfaketime, the disk
 * and the clock stay as they are.
 *
 * <p>{@code -Dtorture.cycles=20 -Dtorture.kills=10} makes it longer; {@code -Dtorture.results=<file>} appends a line for each
 * cycle that has held, so a long run can be stopped and continued. {@code -Dtorture.seed} begins with the seed of a
 * failure; the same faults come in the same order, though not to the microsecond.
 */
@Tag("full")
class TortureIT extends BrokerTest {

    private static final int CYCLES = Integer.getInteger("torture.cycles", 1);
    private static final int KILLS = Integer.getInteger("torture.kills", 4);
    private static final String RESULTS = System.getProperty("torture.results", "");

    private static final int CLIENTS = 4;
    private static final int MESSAGES_PER_SECOND = 1_000;
    private static final int MAX_FAULTS_PER_KILL = 4;
    private static final int LONGEST_FAULT_MILLIS = 1_500;
    /** Less than the five minutes after which the extension follows a clock that was ahead. */
    private static final int LONGEST_STEP_SECONDS = 140;

    /** One broker in this many has the stepping clock, which makes it slow; the next one has the right clock again. */
    private static final int BROKERS_PER_CLOCK = 10;

    private static final int DISK_MIB = 128;
    private static final long SPOOL_BYTES = 64 << 20;
    private static final long DEAD_LETTER_BYTES = 32 << 20;
    private static final List<String> SMALL_BROKER = List.of("-Xmx256m", "-XX:+CrashOnOutOfMemoryError");

    private final Set<String> acknowledged = new HashSet<>();
    private int faults;
    private int databaseKills;
    private String delivery = "";
    private boolean hasDisk;
    private Optional<Path> foreignFile = Optional.empty();

    @RegisterExtension
    final SmallDisk disk = new SmallDisk();

    @AutoClose
    private TcpRelay link;

    @BeforeEach
    void prepareFaults() throws IOException {
        link = new TcpRelay(database.jdbcUrl());
        hasDisk = disk.mountIfPossible(dataFolder(), DISK_MIB);
    }

    static LongStream seeds() {
        long first = Long.getLong(
                "torture.seed", ThreadLocalRandom.current().nextLong(1_000_000_000L) /* of nine digits to be typed */);
        return LongStream.range(first, first + CYCLES);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldStoreOnceAndInOrderWhatItAcknowledged(long seed) throws Exception {
        var random = new Random(seed);
        long next = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            next = killUnderLoad(random, next);
        }

        try (var process = start(random)) {
            awaitRows(process, seed);
            process.awaitEvenAccount("load");
        }
        var rows = stored();
        assertThat(rows).doesNotHaveDuplicates();
        for (int client = 0; client < CLIENTS; client++) {
            assertThat(numbersOf(client)).as("client " + client).isSorted();
        }
        assertThat(bytesBelow(dataFolder().resolve("spool"))).isLessThanOrEqualTo(SPOOL_BYTES);
        assertThat(bytesBelow(dataFolder())).isLessThanOrEqualTo(SPOOL_BYTES + DEAD_LETTER_BYTES);
        assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(KILLS);
        note(String.format(
                Locale.ROOT,
                "%s seed %d: %d kills, %d of the database, %d other faults, %d acknowledged, %d rows",
                kind,
                seed,
                KILLS,
                databaseKills,
                faults,
                acknowledged.size(),
                rows.size()));
    }

    private void awaitRows(BrokerProcess process, long seed) throws Exception {
        try {
            await("the rows of seed " + seed)
                    .failFast("the broker ended", () -> !process.isAlive())
                    .until(() -> new HashSet<>(stored()).containsAll(acknowledged));
        } catch (ConditionTimeoutException e) {
            var missing = new HashSet<>(acknowledged);
            stored().forEach(missing::remove);
            throw new IllegalStateException(
                    missing.size() + " acknowledged messages have no row, such as "
                            + missing.stream().limit(10).toList() + "; in flight: "
                            + process.figure("load", "in-flight") + "\n" + process.output(),
                    e);
        }
    }

    /** A broker's life, which ends in the middle of something; returns the next message's number. */
    private long killUnderLoad(Random random, long first) throws Exception {
        var qos = random.nextBoolean() ? MqttQos.AT_LEAST_ONCE : MqttQos.EXACTLY_ONCE;
        try (var process = start(random);
                var load = new PacedLoad(connect(process), MESSAGES_PER_SECOND, qos, first)) {
            load.awaitMore(1);
            for (int fault = random.nextInt(MAX_FAULTS_PER_KILL); fault >= 0; fault--) {
                breakSomething(random, process);
                assertThat(process.isAlive()).as("the broker lives").isTrue();
            }
            process.kill();
            load.pause();
            acknowledged.addAll(load.acknowledgedMessages());
            return load.nextNumber() + MESSAGES_PER_SECOND; // a tick may not have ended yet
        } finally {
            link.delay(Duration.ZERO);
            link.mend();
            freeDisk();
        }
    }

    private void breakSomething(Random random, BrokerProcess process) throws Exception {
        faults++;
        switch (random.nextInt(11)) {
            case 0 -> link.cut();
            case 1 -> link.mend();
            case 2 -> link.delay(Duration.ofMillis(random.nextInt(200)));
            case 3 -> link.breakNextAfterRequest(random.nextInt(1, 100_000));
            case 4 -> killDatabase(random);
            case 5 -> process.configure(configuration(random));
            case 6 -> sendRubbish(process, 10, random.nextInt(5_000));
            case 7 -> sendRubbish(process, 6 << 20, 1);
            case 8 -> fillDisk(random.nextInt(3));
            case 9 -> freeDisk();
            default ->
                ShiftedClock.step(
                        clockFile(), Duration.ofSeconds(random.nextInt(-LONGEST_STEP_SECONDS, LONGEST_STEP_SECONDS)));
        }
        goOn(random);
    }

    private void killDatabase(Random random) throws InterruptedException {
        faults--;
        databaseKills++;
        kind.stopSome(random);
        goOn(random);
        kind.start();
    }

    /** With {@code durability} {@code spool}, what comes while the disk is full may be acknowledged in memory only. */
    private void fillDisk(int leftMebibytes) throws IOException {
        freeDisk();
        if (hasDisk && (delivery.contains("fsync") || delivery.contains("on-commit"))) {
            foreignFile = Optional.of(disk.fill(leftMebibytes));
        }
    }

    private void freeDisk() throws IOException {
        if (foreignFile.isPresent()) {
            Files.delete(foreignFile.orElseThrow());
        }
        foreignFile = Optional.empty();
    }

    /** Lets a fault last for a random time, which is part of the experiment; the test waits for no event. */
    private static void goOn(Random random) throws InterruptedException {
        var never = new CountDownLatch(1);
        assertThat(never.await(random.nextInt(LONGEST_FAULT_MILLIS), TimeUnit.MILLISECONDS))
                .isFalse();
    }

    private static void sendRubbish(BrokerProcess process, int payloadBytes, long messages) throws IOException {
        try (var client = FloodingClient.connect(process.mqttPort(), "hostile")) {
            client.flood("load/hostile", payloadBytes, messages);
        }
    }

    private BrokerProcess start(Random random) throws IOException {
        delivery = delivery(random);
        return BrokerProcess.start(folder, configuration(random), SMALL_BROKER, clock(random));
    }

    private Map<String, String> clock(Random random) throws IOException {
        step(random);
        return random.nextInt(BROKERS_PER_CLOCK) == 0 ? ShiftedClock.steppedBy(clockFile()) : Map.of();
    }

    private void step(Random random) throws IOException {
        int ahead = random.nextInt(-LONGEST_STEP_SECONDS, LONGEST_STEP_SECONDS);
        ShiftedClock.step(clockFile(), Duration.ofSeconds(ahead));
    }

    /** Other routes, which a running broker takes over; the delivery stays, since another one needs a restart. */
    private String configuration(Random random) {
        var copy = Routes.NUMBERS.replace("<id>load</id>", "<id>copy</id>").replace("numbers", "copies");
        return configuration(random.nextBoolean() ? Routes.NUMBERS : Routes.NUMBERS + copy, delivery)
                .replace(database.jdbcUrl(), link.jdbcUrl());
    }

    /** Other lanes, other promises: waiting messages of the spool are recovered each time. */
    private static String delivery(Random random) {
        return """
                        <delivery>
                          <lanes>%d</lanes>
                          <batch linger="20 ms"/>
                          <queue messages="500" bytes="1 MiB"/>
                          <retry first-delay="50 ms" max-delay="500 ms" probe-delay="500 ms"/>
                          <durability>%s</durability>
                          <acknowledge>%s</acknowledge>
                          <ack-hold time-limit="5 min"/>
                          <capture>%s</capture>
                          <spool max-bytes="%d B" min-free-bytes="1 MiB"/>
                          <overflow>withhold-ack</overflow>
                          <dead-letters max-bytes="%d B"/>
                        </delivery>
                        """.formatted(
                        random.nextInt(1, 6),
                        random.nextBoolean() ? "spool" : "fsync",
                        random.nextInt(3) == 0 ? "on-commit" : "on-receive",
                        random.nextBoolean() ? "on-publish" : "on-ack",
                        SPOOL_BYTES,
                        DEAD_LETTER_BYTES);
    }

    private static List<Mqtt5AsyncClient> connect(BrokerProcess process) throws Exception {
        var clients = new ArrayList<Mqtt5AsyncClient>();
        for (int i = 0; i < CLIENTS; i++) {
            var client = MqttClient.builder()
                    .useMqttVersion5()
                    .identifier("client-" + i)
                    .serverHost(EmbeddedBroker.HOST)
                    .serverPort(process.mqttPort())
                    .buildAsync();
            client.connect().join();
            clients.add(client);
        }
        return clients;
    }

    private List<String> stored() throws Exception {
        return database.queryWhatIsThere("SELECT client, n FROM numbers").stream()
                .map(row -> row.get(0) + "/" + row.get(1))
                .toList();
    }

    private List<Long> numbersOf(int client) throws Exception {
        return database.query("SELECT n FROM numbers WHERE client = '" + client + "' ORDER BY ts").stream()
                .map(row -> Long.valueOf(String.valueOf(row.get(0))))
                .toList();
    }

    private Path dataFolder() {
        return folder.resolve("broker/data/hivemq-tdengine-extension");
    }

    private Path clockFile() {
        return folder.resolve("clock");
    }

    private static long bytesBelow(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.mapToLong(
                            file -> file.toFile().isFile() ? file.toFile().length() : 0)
                    .sum();
        }
    }

    private static void note(String line) throws IOException {
        System.out.println(line);
        if (!RESULTS.isEmpty()) {
            Files.writeString(
                    Path.of(RESULTS),
                    line + System.lineSeparator(),
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }
}
