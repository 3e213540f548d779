// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.spool.PowerCutDisk;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.Patience;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.slf4j.LoggerFactory;

/**
 * Cuts the power at any moment; the disk keeps at least what was forced. Messages acknowledged with {@code fsync} or
 * {@code on-commit} are then in the database, in the dead letters, or in the spool of the next process.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the file system does not identify files")
class PowerCutTest extends SpooledPipelines {

    /** Torn files and failed writes are reported by these. */
    private static final List<Logger> LOGGERS = Stream.of(Spool.class, Pipeline.class)
            .map(each -> (Logger) LoggerFactory.getLogger(each.getPackageName()))
            .toList();

    private static final SpoolSettings TINY_SEGMENTS = new SpoolSettings(1L << 30, 0, 600);
    private static final DeadLetterSettings TINY_FILES = new DeadLetterSettings(1_000, 1L << 30);
    private static final int FORCES = 100;

    private final Route route = TestRoute.arrivalRoute("a");
    /** By their topics, of which each message has another. */
    private final Map<String, PendingAck> acks = new ConcurrentHashMap<>();

    private final Set<String> acknowledged = new TreeSet<>();
    private final Set<String> stored = new TreeSet<>();
    private int machines;

    @BeforeAll
    static void keepQuiet() {
        LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
    }

    @AfterAll
    static void speakAgain() {
        LOGGERS.forEach(logger -> logger.setLevel(null));
    }

    @SeededTest(tries = 6)
    void shouldLoseNothingThatWasAcknowledged(RandomValues random) throws Exception {
        var data = Files.createDirectories(folder.resolve("data"));
        int cuts = random.between(1, 4);
        for (int i = 0; i < cuts; i++) {
            data = runUntilCut(data, random);
        }

        var last = start(data, new PowerCutDisk(data, newFolder("links")), random);
        awaitCompleted(last, "a");
        end(last);

        var found = new TreeSet<>(stored);
        found.addAll(topics(database.stored));
        found.addAll(letters(data));
        assertThat(found).containsAll(acknowledged);
    }

    /** Returns the surviving files. */
    private Path runUntilCut(Path data, RandomValues random) throws IOException {
        var left = newFolder("data");
        var disk = new PowerCutDisk(data, newFolder("links"));
        var chance = new RandomValues(random.anyLong());
        int luck = random.oneOf(0, 50);
        disk.cutAfter(random.oneOf(random.below(FORCES), Integer.MAX_VALUE), () -> {
            acks.forEach((topic, pendingAck) -> {
                if (pendingAck.hasArrived()) {
                    acknowledged.add(topic);
                }
            });
            disk.copySurvivors(left, chance, luck);
            stored.addAll(topics(database.stored));
        });
        if (random.anyBoolean()) {
            failDatabase();
        }
        var pipeline = start(data, disk, random);
        int badOnes = random.oneOf(0, 30);
        for (int steps = random.between(0, random.oneOf(0, 5, 30)); steps > 0; steps--) {
            step(pipeline, badOnes, random);
        }
        disk.cut();
        end(pipeline);
        database.recover();
        database.stored.clear();
        acks.clear();
        return left;
    }

    private Path newFolder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name + "-" + machines++));
    }

    private Pipeline start(Path data, PowerCutDisk disk, RandomValues random) throws IOException {
        int lanes = random.between(1, 3);
        var settings = new DeliverySettings(
                lanes(lanes),
                batch(5),
                IntakeSettings.of(Durability.FSYNC).withQueue(new QueueSettings(10, 1_000_000)),
                QUICK,
                Duration.ofMillis(1));
        var own = data.resolve("extension");
        Spool spool = disk.openSpool(own.resolve("spool"), lanes + " lanes", TINY_SEGMENTS);
        spools.add(spool);
        var pipeline = pipeline(settings, disk.openLetters(own, TINY_FILES), spool, route);
        pipeline.start();
        return pipeline;
    }

    private void failDatabase() {
        database.fail(FailureKind.TRANSIENT, rows -> true);
    }

    /** @param badOnes of a hundred messages */
    private void step(Pipeline pipeline, int badOnes, RandomValues random) {
        switch (random.below(8)) {
            case 0 -> failDatabase();
            case 1 -> database.recover();
            case 2 -> awaitAll();
            default -> {
                for (int count = random.between(1, 10); count > 0; count--) {
                    publish(pipeline, random.chance(badOnes), random.oneOf(Stage.ON_DISK, Stage.COMPLETED));
                }
            }
        }
    }

    private void publish(Pipeline pipeline, boolean isBad, Stage stage) {
        var topic = "a/" + machines + "/" + acks.size() + (isBad ? "/bad/" : "/good/") + stage;
        var pendingAck = new PendingAck(stage);
        acks.put(topic, pendingAck);
        pipeline.accept(List.of(route), message(topic, isBad ? "bad" : "good", System.nanoTime()), pendingAck);
    }

    private void awaitAll() {
        database.recover();
        for (var pendingAck : acks.values()) {
            assertThat(pendingAck
                            .outcome()
                            .toCompletableFuture()
                            .orTimeout(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)
                            .join())
                    .isTrue();
        }
    }

    private static List<String> topics(List<Row> rows) {
        return rows.stream().map(Row::subtable).toList();
    }

    private static Set<String> letters(Path data) throws IOException {
        var json = new ObjectMapper();
        var topics = new TreeSet<String>();
        try (var files = Files.list(data.resolve("extension"))) {
            for (var file :
                    files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
                for (var line : Files.readAllLines(file)) {
                    try {
                        topics.add(json.readTree(line).path("topic").asText());
                    } catch (JsonProcessingException e) {
                        // torn
                    }
                }
            }
        }
        return topics;
    }
}
