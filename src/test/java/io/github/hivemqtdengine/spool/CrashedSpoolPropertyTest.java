// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.MessageLog;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.spool.log.MessageCodec;
import io.github.hivemqtdengine.spool.log.Segment;
import io.github.hivemqtdengine.spool.log.SegmentReader;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Opens a spool with any subset of its files after a crash, and finds all their messages. */
class CrashedSpoolPropertyTest {

    private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(Spool.class.getPackageName());
    private static final SpoolSettings SETTINGS = new SpoolSettings(1L << 30, 0, 4_096);
    private static final String DATABASE = "plant";
    private static final int LANES = 3;
    private static final int MESSAGES = 240;
    private static final int COMMITTED = 10;

    /** State of a file after a crash. */
    enum Fate {
        WHOLE,
        EMPTY,
        HALF,
        GONE
    }

    @TempDir
    Path folder;

    /** The times of arrival of all that was ever accepted. */
    private final Set<Long> accepted = new HashSet<>();

    @BeforeAll
    static void keepQuiet() {
        LOGGER.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        LOGGER.setLevel(null);
    }

    @SeededTest(tries = 6)
    void shouldOpenWithAllThatIsLeft(RandomValues random) throws IOException {
        int earlierLayouts = random.between(0, 1);
        int messagesOfUnfinishedLayout = random.between(0, 250);
        var marker = random.oneOf(Fate.values());
        var fates = random.list(7, 7, () -> random.oneOf(Fate.values()));

        var layout = leave(earlierLayouts);
        if (messagesOfUnfinishedLayout > 0) {
            dieInLayingOut(messagesOfUnfinishedLayout);
        }
        var survivors = survivors(fates);
        strike(folder.resolve("current"), marker);

        var found = open(random.anyBoolean() ? layout : "another");

        assertThat(new HashSet<>(found)).isSubsetOf(accepted).containsAll(survivors);
        if (marker == Fate.WHOLE) {
            assertThat(found).doesNotHaveDuplicates();
        }
        assertThat(open("yet another")).containsExactlyInAnyOrderElementsOf(found);
    }

    /** Leaves messages in the lanes of a layout, some of them committed; returns its name. */
    private String leave(int layouts) throws IOException {
        for (int i = 0; i < layouts; i++) {
            open("layout " + i);
        }
        var layout = "the layout";
        try (var spool = Spool.open(folder, layout, SETTINGS)) {
            var lanes = lanes(spool);
            spool.reassign(message -> {});
            for (int i = 0; i < MESSAGES; i++) {
                append(lanes.get(i % LANES), i);
            }
            lanes.forEach(lane -> lane.commit(COMMITTED, HighWaterMark.NONE));
        }
        return layout;
    }

    private void append(MessageLog lane, long arrival) {
        assertThat(lane.append(Messages.ROUTE, Messages.message(arrival)).number())
                .isPositive();
        accepted.add(arrival);
    }

    private static List<MessageLog> lanes(Spool spool) {
        var lanes = new ArrayList<MessageLog>();
        for (int number = 1; number <= LANES; number++) {
            var lane = spool.log(DATABASE, number);
            lane.forEachWaiting(message -> {});
            lanes.add(lane);
        }
        return lanes;
    }

    private void dieInLayingOut(int messages) throws IOException {
        try (var spool = Spool.open(folder, "half made", SETTINGS)) {
            var lanes = lanes(spool);
            var left = new int[] {messages};
            spool.reassign(logged -> {
                if (left[0]-- == 0) {
                    throw new IllegalStateException("dead");
                }
                lanes.get(left[0] % LANES).append(logged.routeId(), logged.message());
            });
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("dead");
        }
    }

    /** Applies the crash states to the files; returns the messages of whole files in the valid generation. */
    private Set<Long> survivors(List<Fate> fates) throws IOException {
        var valid = folder.resolve(
                Files.readString(folder.resolve("current")).lines().findFirst().orElseThrow());
        var survivors = new TreeSet<Long>();
        int next = 0;
        for (var file : LogFiles.in(folder)) {
            if (file.getFileName().toString().equals("current")) {
                continue;
            }
            var fate = fates.get(next++ % fates.size());
            if (fate == Fate.WHOLE && file.startsWith(valid) && Segment.isSegment(file)) {
                survivors.addAll(waitingIn(file));
            }
            strike(file, fate);
        }
        return survivors;
    }

    private static List<Long> waitingIn(Path segment) throws IOException {
        var arrivals = new ArrayList<Long>();
        try (var reader = SegmentReader.open(segment, (from, to) -> {})) {
            while (reader.next(Files.size(segment))) {
                if (reader.number() > COMMITTED) {
                    arrivals.add(MessageCodec.decode(reader.number(), reader.body())
                            .message()
                            .arrivalMicros());
                }
            }
        }
        return arrivals;
    }

    private static void strike(Path file, Fate fate) throws IOException {
        var bytes = Files.readAllBytes(file);
        switch (fate) {
            case WHOLE -> {}
            case EMPTY -> Files.write(file, new byte[0]);
            case HALF -> Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
            case GONE -> Files.delete(file);
        }
    }

    /** Starts as the extension does, and ends with all still waiting; returns the times of arrival of what it found. */
    private List<Long> open(String layout) throws IOException {
        var found = new ArrayList<Long>();
        try (var spool = Spool.open(folder, layout, SETTINGS)) {
            var lanes = new ArrayList<MessageLog>();
            for (int number = 1; number <= LANES; number++) {
                var lane = spool.log(DATABASE, number);
                lane.forEachWaiting(logged -> found.add(arrival(logged)));
                lanes.add(lane);
            }
            spool.reassign(logged -> {
                found.add(arrival(logged));
                assertThat(lanes.get(found.size() % LANES)
                                .append(logged.routeId(), logged.message())
                                .number())
                        .isPositive();
            });
        }
        return found;
    }

    private static long arrival(LoggedMessage logged) {
        return logged.message().arrivalMicros();
    }
}
