// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Acknowledge;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.spool.births.BirthLimits;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A spool in which the oldest messages make room for newer ones. */
class DropOldestTest extends SpooledPipelines {

    private static final SpoolSettings SMALL_SPOOL = new SpoolSettings(64 * 1_024, 0, 4_096);

    @RegisterExtension
    final CapturedLog lines = new CapturedLog();

    private final Route route = TestRoute.arrivalRoute("a");

    @Test
    void shouldKeepTheAccountsOfTheNextProcessToo() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var first = start(10, route);
        publish(first, "a/x", 3_000);
        int left = 3_000 - dropped(first, "a");
        end(first);

        var next = start(10, route);
        assertThat(next.counters("a").received()).isEqualTo(left);
        publish(next, "a/y", 300);
        int dropped = dropped(next, "a");
        assertThat(dropped).isBetween(200, 500);
        database.recover();

        awaitCompleted(next, "a");
        assertThat(database.stored).hasSize(left + 300 - dropped);
        assertThat(payloads("a/x")).isSorted().doesNotHaveDuplicates();
        assertThat(payloads("a/y")).isEqualTo(range(0, 300));
        assertThat(lines.lines()).noneMatch(line -> line.contains("damaged"));
    }

    /** The lane reads while the oldest that it has not come to are dropped. */
    @Test
    void shouldKeepTheOrderWhileTheLaneCatchesUp() throws Exception {
        var pipeline = start(10, route);

        publish(pipeline, "a/x", 100_000);

        awaitCompleted(pipeline, "a");
        var stored = payloads("a/x");
        assertThat(stored).hasSize(100_000 - dropped(pipeline, "a")).isSorted().doesNotHaveDuplicates();
        assertThat(stored).endsWith(99_999);
        assertThat(pipeline.counters("a").stored()).isEqualTo(stored.size());
    }

    /** The lane has stopped at the first batch, so all dropped BIRTHs were never mapped. */
    @Test
    void shouldMissTheBirthsThatAreDropped() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var births = new EdgeNodeRoute();
        var pipeline = start(10, births);
        for (int i = 0; i < 3_000; i++) {
            var type = i % 3 == 0 ? "NBIRTH" : "NDATA";
            var message = message("spBv1.0/G/" + type + "/E", Integer.toString(i), 1_000_000L + i);
            pipeline.accept(List.of(births), message);
        }
        int dropped = dropped(pipeline, births.id());
        database.recover();
        awaitCompleted(pipeline, births.id());

        var lost = births.lostMessages.stream()
                .map(message -> new String(message.payload(), StandardCharsets.UTF_8))
                .map(Integer::parseInt)
                .toList();
        assertThat(lost).hasSizeBetween(dropped / 3 - 1, dropped / 3 + 1).allMatch(i -> i % 3 == 0);
        assertThat(births.lostUntil).isEmpty();
        var stored = payloads("spBv1.0/G/NBIRTH/E");
        assertThat(stored).doesNotContainAnyElementsOf(lost);
        assertThat(stored.size() + lost.size()).isEqualTo(1_000);
    }

    /** Dropped messages leave a gap in the numbers, too, but no unknown BIRTHs. */
    @Test
    void shouldNotTakeDroppedMessagesForDamagedOnes() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var births = new EdgeNodeRoute();
        var first = start(10, births);
        for (int i = 0; i < 3_000; i++) {
            first.accept(List.of(births), message("spBv1.0/G/NDATA/E", Integer.toString(i), 1_000_000L + i));
        }
        assertThat(dropped(first, births.id())).isPositive();
        end(first);

        var next = start(10, births);
        for (int i = 0; i < 300; i++) {
            next.accept(List.of(births), message("spBv1.0/G/NDATA/E", Integer.toString(i), 2_000_000L + i));
        }
        assertThat(dropped(next, births.id())).isPositive();
        database.recover();
        for (int i = 0; i < 20_000; i++) { // while the lane catches up
            next.accept(List.of(births), message("spBv1.0/G/NDATA/E", Integer.toString(i), 3_000_000L + i));
        }
        awaitCompleted(next, births.id());

        assertThat(births.lostUntil).isEmpty();
    }

    private Pipeline start(int inMemory, Route... routes) throws IOException {
        var spool = open(folder.resolve("spool"), "layout", SMALL_SPOOL);
        spool.setLearned(Births.inMemory(BirthLimits.DEFAULT));
        var pipeline = pipeline(settings(inMemory), letters::add, spool, routes);
        pipeline.start();
        return pipeline;
    }

    private static DeliverySettings settings(int inMemory) {
        var intake = new IntakeSettings(
                Durability.SPOOL,
                Acknowledge.ON_RECEIVE,
                Overflow.DROP_OLDEST,
                new QueueSettings(inMemory, 10_000_000));
        return new DeliverySettings(lanes(1), batch(50), intake, QUICK, Duration.ofMillis(50));
    }

    private static int dropped(Pipeline pipeline, String routeId) {
        return Math.toIntExact(pipeline.counters(routeId).get(DropReason.OVERFLOW));
    }

    private List<Integer> payloads(String topic) {
        return payloadsOf(topic).stream()
                .map(payload -> Integer.parseInt((String) payload))
                .toList();
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }
}
