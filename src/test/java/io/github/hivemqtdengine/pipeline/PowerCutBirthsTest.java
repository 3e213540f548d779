// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.PendingAck.Stage;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Acknowledge;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.sparkplug.SparkplugInput;
import io.github.hivemqtdengine.spool.PowerCutDisk;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import io.github.hivemqtdengine.testkit.SparkplugPayload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.slf4j.LoggerFactory;

/**
 * Cuts the power while edge nodes send BIRTHs with other names each time, whose DATA have the value that belongs to the
 * name. After the cut, DATA are stored under the name that they had before, or become dead letters.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the file system does not identify files")
class PowerCutBirthsTest extends SpooledPipelines {

    private static final List<Logger> LOGGERS = Stream.of("spool", "pipeline")
            .map(name -> (Logger) LoggerFactory.getLogger("io.github.hivemqtdengine." + name))
            .toList();
    private static final SpoolSettings TINY_SEGMENTS = new SpoolSettings(1L << 30, 0, 600);
    private static final SpoolSettings TINY_SPOOL = new SpoolSettings(20_000, 0, 600);
    private static final int NODES = 3;
    private static final int FORCES = 60;

    private final int[] names = new int[NODES];
    private Route route = TestRoute.arrivalRoute("m");
    private long arrival = 1_700_000_000_000_000L;
    private int nextName;
    private int machines;

    @BeforeAll
    static void keepQuiet() {
        LOGGERS.forEach(logger -> logger.setLevel(Level.OFF));
    }

    @AfterAll
    static void speakAgain() {
        LOGGERS.forEach(logger -> logger.setLevel(null));
    }

    @SeededTest(tries = 8)
    void shouldNeverStoreAMetricUnderAnotherName(RandomValues random) throws Exception {
        var data = Files.createDirectories(folder.resolve("data"));
        boolean dropsOldest = random.chance(30);
        for (int cuts = random.between(1, 4); cuts > 0; cuts--) {
            data = runUntilCut(data, dropsOldest, random);
            assertNames();
        }
        try (var last = new Machine(data, new PowerCutDisk(data, newFolder("links")), dropsOldest, random)) {
            birth(last, 0);
            awaitCompleted(last.pipeline, route.id());
        }
        assertNames();
        assertThat(database.stored).isNotEmpty();
    }

    private void assertNames() {
        assertThat(database.stored)
                .filteredOn(row -> !"bdSeq".equals(row.column(0)))
                .allSatisfy(row -> assertThat(row.column(0)).isEqualTo("n" + row.column(1)));
    }

    private Path runUntilCut(Path data, boolean dropsOldest, RandomValues random) throws IOException {
        var left = newFolder("data");
        var disk = new PowerCutDisk(data, newFolder("links"));
        var chance = new RandomValues(random.anyLong());
        int luck = random.oneOf(0, 30, 50, 70);
        disk.cutAfter(
                random.oneOf(random.below(FORCES), Integer.MAX_VALUE), () -> disk.copySurvivors(left, chance, luck));
        try (var machine = new Machine(data, disk, dropsOldest, random)) {
            for (int node = 0; node < NODES; node++) {
                birth(machine, node);
            }
            for (int steps = random.between(0, random.oneOf(5, 30)); steps > 0; steps--) {
                step(machine, random);
            }
            if (random.chance(70)) {
                leaveDataBehindStoredBirths(machine);
            }
            disk.cut();
        }
        database.recover();
        return left;
    }

    /** The BIRTHs are committed, and the DATA wait on the disk. */
    private void leaveDataBehindStoredBirths(Machine machine) {
        database.recover();
        for (int node = 0; node < NODES; node++) {
            birth(machine, node);
        }
        awaitCompleted(machine.pipeline, route.id());
        database.fail(FailureKind.TRANSIENT, rows -> true);
        for (int node = 0; node < NODES; node++) {
            var onDisk = new PendingAck(Stage.ON_DISK);
            machine.publish("NDATA", node, payload().data(1, names[node]).withoutSeq(), onDisk);
            await().until(() -> onDisk.hasArrived() || onDisk.isRefused());
        }
    }

    private void step(Machine machine, RandomValues random) {
        int node = random.below(NODES);
        switch (random.below(8)) {
            case 0 -> database.fail(FailureKind.TRANSIENT, rows -> true);
            case 1 -> database.recover();
            case 2 -> {
                database.recover();
                awaitCompleted(machine.pipeline, route.id());
            }
            case 3 -> birth(machine, node);
            default -> {
                for (int count = random.between(1, 10); count > 0; count--) {
                    machine.publish(
                            "NDATA", node, payload().data(1, names[node]).withoutSeq());
                }
            }
        }
    }

    private void birth(Machine machine, int node) {
        names[node] = nextName++;
        machine.publish(
                "NBIRTH",
                node,
                payload()
                        .bdSeq(1)
                        .born("n" + (float) names[node], 1, names[node])
                        .withoutSeq());
    }

    private static SparkplugPayload payload() {
        return new SparkplugPayload(1_767_322_800_000L);
    }

    private static Route route(Births births) {
        var like = Samples.route(
                new PayloadSettings(new SparkplugFormat(), RecordShape.rowsAt("/metrics")),
                "m",
                Samples.ARRIVAL,
                Samples.value("name", "VARCHAR(20)", "${payload:/name}"),
                Samples.value("number", "VARCHAR(20)", "${payload:/value}"));
        var settings = new RouteSettings(
                "plant",
                "db",
                like.sources(),
                like.filters(),
                like.excludes(),
                like.payload(),
                like.tables(),
                like.onDecodeError(),
                like.statement(),
                like.retained(),
                like.rateLimits());
        return RouteCompiler.compile(settings, SparkplugInput.of(settings, births, null), null);
    }

    private Path newFolder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name + "-" + machines++));
    }

    /** Running broker. */
    private final class Machine implements AutoCloseable {

        private final Births births;
        private final Pipeline pipeline;

        Machine(Path data, PowerCutDisk disk, boolean dropsOldest, RandomValues random) throws IOException {
            int lanes = random.between(1, 3);
            var intake = new IntakeSettings(
                    random.oneOf(Durability.SPOOL, Durability.FSYNC),
                    Acknowledge.ON_RECEIVE,
                    dropsOldest ? Overflow.DROP_OLDEST : Overflow.DROP_NEWEST,
                    new QueueSettings(3, 1_000_000));
            var settings = new DeliverySettings(lanes(lanes), batch(5), intake, QUICK, Duration.ofMillis(1));
            var spool =
                    disk.openSpool(data.resolve("spool"), lanes + " lanes", dropsOldest ? TINY_SPOOL : TINY_SEGMENTS);
            spools.add(spool);
            births = disk.openBirths(Files.createDirectories(data.resolve("births")));
            spool.setLearned(births);
            route = route(births);
            pipeline = pipeline(settings, letters::add, spool, route);
            births.endAll(Math.max(pipeline.start(), births.latestArrival()));
        }

        void publish(String type, int node, byte[] payload) {
            publish(type, node, payload, null);
        }

        void publish(String type, int node, byte[] payload, @Nullable PendingAck pendingAck) {
            var topic = "spBv1.0/G/" + type + "/E" + node;
            pipeline.accept(
                    List.of(route),
                    new InboundMessage(
                            topic, payload, "client", null, 0, false, false, Mqtt5Properties.NONE, ++arrival),
                    pendingAck);
        }

        @Override
        public void close() {
            end(pipeline);
            births.close();
        }
    }
}
