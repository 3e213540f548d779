// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages that are damaged on the disk while they wait there to be read again. */
class DamagedBacklogTest extends SpooledPipelines {

    private static final int MESSAGES = 3_000;

    /** One of them may be a BIRTH, so that later messages must not use the names of an earlier one. */
    @Test
    void shouldMissUnknownBirthsBeforeItReadsOn() throws Exception {
        var gate = database.shutGate();
        var births = new EdgeNodeRoute();
        var pipeline = start(births);
        accept(pipeline, births);

        int damaged = damageOneMessagePerFile();
        gate.countDown();

        awaitCompleted(pipeline, births.id());
        assertThat(births.lostUntil).hasSize(damaged).isEqualTo(notStored());
        assertThat(births.lostCopiesUntil).isEmpty();
    }

    /** Either kind of message may be damaged, and each kind ends its own births once. */
    @Test
    void shouldMissUnknownBirthsOfCopiedMessagesAndOfOthersOnceEach() throws Exception {
        var gate = database.shutGate();
        var births = new EdgeNodeRoute();
        var pipeline = start(births);
        for (int i = 0; i < MESSAGES; i++) {
            var message = message("spBv1.0/G/NDATA/E", Integer.toString(i), 1_000_000L + i);
            pipeline.accept(List.of((Route) births), i % 2 == 0 ? message.asCopied() : message);
        }

        int damaged = damageOneMessagePerFile();
        gate.countDown();

        awaitCompleted(pipeline, births.id());
        assertThat(births.lostUntil).hasSize(damaged);
        assertThat(births.lostCopiesUntil).hasSize(damaged);
        for (int i = 0; i < damaged; i++) {
            long lost = notStored().get(i);
            assertThat(List.of(births.lostUntil.get(i), births.lostCopiesUntil.get(i)))
                    .containsExactlyInAnyOrder(lost, lost + 1);
        }
    }

    @Test
    void shouldMissUnknownBirthsWhereTheLanesChangeAfterTheDamage() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var births = new EdgeNodeRoute();
        var first = start(births);
        accept(first, births);
        end(first);
        flipByteInTheMiddle(segments().get(0));
        database.recover();

        var next = start("three lanes", spooled(3, 10), births);

        awaitCompleted(next, births.id());
        assertThat(births.lostUntil).hasSize(1).isEqualTo(notStored());
    }

    @Test
    void shouldMissUnknownBirthsOfCopiedMessagesWhereTheLanesChange() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var births = new EdgeNodeRoute();
        var first = start(births);
        for (int i = 0; i < MESSAGES; i++) {
            first.accept(
                    List.of((Route) births),
                    message("spBv1.0/G/NDATA/E", Integer.toString(i), 1_000_000L + i)
                            .asCopied());
        }
        end(first);
        flipByteInTheMiddle(segments().get(0));
        database.recover();

        var next = start("three lanes", spooled(3, 10), births);

        awaitCompleted(next, births.id());
        assertThat(births.lostCopiesUntil).hasSize(1).isEqualTo(notStored());
        assertThat(births.lostUntil).isEmpty();
    }

    @Test
    void shouldMissUnknownBirthsOfASegmentThatIsLostBetweenTwoStarts() throws Exception {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var births = new EdgeNodeRoute();
        var first = start(births);
        accept(first, births);
        end(first);
        var segments = segments();
        Files.delete(segments.get(4));
        flipByteInTheMiddle(segments.get(0));
        database.recover();

        var next = start(births);

        awaitCompleted(next, births.id());
        var lost = notStored();
        assertThat(lost).hasSizeGreaterThan(10);
        assertThat(births.lostUntil).hasSize(2).containsExactly(lost.get(0), lost.get(lost.size() - 1));
    }

    /** The damaged messages are the last ones, so that the next one waits in memory. */
    @Test
    void shouldMissUnknownBirthsAtTheEnd() throws Exception {
        var gate = database.shutGate();
        var births = new EdgeNodeRoute();
        var pipeline = start(births);
        accept(pipeline, births);
        long before = EpochClock.SYSTEM.micros();
        var segments = segments();
        flipByteAt(segments.get(segments.size() - 1), 1);
        gate.countDown();

        awaitCompleted(pipeline, births.id());

        assertThat(births.lostUntil)
                .singleElement()
                .satisfies(until -> assertThat(until).isBetween(before, EpochClock.SYSTEM.micros()));
    }

    private static void accept(Pipeline pipeline, Route route) {
        for (int i = 0; i < MESSAGES; i++) {
            pipeline.accept(List.of(route), message("spBv1.0/G/NDATA/E", Integer.toString(i), 1_000_000L + i));
        }
    }

    /** Returns the arrivals of the messages that were not stored. */
    private List<Long> notStored() {
        var stored = Set.copyOf(payloadsOf("spBv1.0/G/NDATA/E"));
        return IntStream.range(0, MESSAGES)
                .filter(i -> !stored.contains(Integer.toString(i)))
                .mapToObj(i -> 1_000_000L + i)
                .toList();
    }

    private Pipeline start(Route... routes) throws IOException {
        var pipeline = pipeline(spooled(1, 10), letters::add, open(folder.resolve("spool"), "layout"), routes);
        pipeline.start();
        return pipeline;
    }

    /** Not in the first files, from which the lane may have read, nor in the last one; returns how many these are. */
    private int damageOneMessagePerFile() throws IOException {
        var segments = segments();
        var damaged = segments.subList(3, segments.size() - 1);
        damaged.forEach(DamagedBacklogTest::flipByteInTheMiddle);
        return damaged.size();
    }

    private List<Path> segments() throws IOException {
        try (var files = Files.walk(folder.resolve("spool"))) {
            return files.filter(file -> file.toString().endsWith(".segment"))
                    .sorted()
                    .toList();
        }
    }

    private static void flipByteInTheMiddle(Path file) {
        flipByteAt(file, 0.5);
    }

    /** @param part part of the file that ends before the byte, from 0 to 1 */
    private static void flipByteAt(Path file, double part) {
        try {
            var bytes = Files.readAllBytes(file);
            bytes[Math.min((int) (bytes.length * part), bytes.length - 1)] ^= 1;
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
