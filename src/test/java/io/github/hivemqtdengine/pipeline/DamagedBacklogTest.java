package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.route.Route;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Messages that are damaged on the disk while they wait there to be read again. */
class DamagedBacklogTest extends SpooledPipelines {

    private static final int MESSAGES = 3_000;

    private final Route route = TestRoute.arrivalRoute("a");
    private final Route other = TestRoute.arrivalRoute("b");

    @Test
    void shouldCountWhatWasDamagedWithItsRoute() throws Exception {
        var gate = database.shutGate();
        var pipeline = start(route, other);
        for (int i = 0; i < MESSAGES; i++) {
            var topic = i % 3 == 0 ? "b/x" : "a/x";
            pipeline.accept(pipeline.match(topic), message(topic, Integer.toString(i), 1_000_000L + i));
        }

        int damaged = damageOneMessagePerFile();
        gate.countDown();

        awaitCompleted(pipeline, "a");
        awaitCompleted(pipeline, "b");
        assertThat(damaged).isGreaterThan(5);
        assertThat(dropped(pipeline, "a") + dropped(pipeline, "b")).isEqualTo(damaged);
        assertThat(payloadsOf("a/x")).hasSize(2_000 - dropped(pipeline, "a"));
        assertThat(payloadsOf("b/x")).hasSize(1_000 - dropped(pipeline, "b"));
    }

    @Test
    void shouldRefuseThePendingAcksOfDamagedMessages() throws Exception {
        var gate = database.shutGate();
        var pipeline = start(route);
        var acks = new ArrayList<PendingAck>();
        for (int i = 0; i < MESSAGES; i++) {
            var pendingAck = new PendingAck(PendingAck.Stage.COMPLETED);
            acks.add(pendingAck);
            pipeline.accept(pipeline.match("a/x"), message("a/x", Integer.toString(i), 1_000_000L + i), pendingAck);
        }

        int damaged = damageOneMessagePerFile();
        gate.countDown();

        awaitCompleted(pipeline, "a");
        await().untilAsserted(() ->
                assertThat(acks.stream().filter(PendingAck::isRefused)).hasSize(damaged));
        assertThat(acks.stream().filter(PendingAck::hasArrived)).hasSize(MESSAGES - damaged);
    }

    @Test
    void shouldGoOnInMemoryBehindWhatWasDamaged() throws Exception {
        var gate = database.shutGate();
        var pipeline = start(route);
        publish(pipeline, "a/x", MESSAGES);
        int damaged = damageOneMessagePerFile();
        gate.countDown();
        awaitCompleted(pipeline, "a");

        publish(pipeline, "a/y", MESSAGES);

        awaitCompleted(pipeline, "a");
        assertThat(payloadsOf("a/y")).isEqualTo(numbers(MESSAGES));
        assertThat(dropped(pipeline, "a")).isEqualTo(damaged);
    }

    private Pipeline start(Route... routes) throws IOException {
        var pipeline = pipeline(spooled(1, 10), letters::add, open(folder.resolve("spool"), "layout"), routes);
        pipeline.start();
        return pipeline;
    }

    private static int dropped(Pipeline pipeline, String routeId) {
        return Math.toIntExact(pipeline.counters(routeId).dropped(DropReason.DAMAGED));
    }

    /** Not in the first files, from which the lane may have read, nor in the last one; returns how many these are. */
    private int damageOneMessagePerFile() throws IOException {
        try (var files = Files.walk(folder.resolve("spool"))) {
            var segments = files.filter(file -> file.toString().endsWith(".segment"))
                    .sorted()
                    .toList();
            var damaged = segments.subList(3, segments.size() - 1);
            damaged.forEach(DamagedBacklogTest::flipByteInTheMiddle);
            return damaged.size();
        }
    }

    private static void flipByteInTheMiddle(Path file) {
        try {
            var bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
