// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hivemqtdengine.spool.disk.Durable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentSyncTest {

    @TempDir
    Path folder;

    private final List<Segment> segments = new ArrayList<>();
    private final FailingOnce disk = new FailingOnce();
    private final SegmentSync sync = new SegmentSync(
            Path.of("any"),
            number -> segments.stream()
                    .filter(segment -> segment.lastNumber() > number)
                    .toList(),
            disk);

    /** A segment ends where a sync fails, so each round has one more. */
    @Test
    void shouldNotSyncAgainWhatWasSyncedInARoundThatFailed() throws IOException {
        for (int round = 1; round <= 10; round++) {
            begin(round);
            disk.forced.clear();
            assertThatExceptionOfType(IOException.class).isThrownBy(sync::sync);
            assertThat(disk.forced).isEqualTo(round == 1 ? List.of(1L) : List.of(round - 1L, (long) round));
        }
        disk.forced.clear();

        sync.sync();
        sync.sync();

        assertThat(disk.forced).containsExactly(10L);
        assertThat(disk.namesForced).isPositive();
    }

    @Test
    void shouldBeginWithTheSegmentThatFailed() throws IOException {
        disk.failed.addAll(Set.of(1L, 3L));
        begin(1);
        begin(2);
        begin(3);
        assertThatExceptionOfType(IOException.class).isThrownBy(sync::sync);
        assertThat(disk.forced).containsExactly(1L, 2L);

        sync.sync();

        assertThat(disk.forced).containsExactly(1L, 2L, 2L, 3L);
    }

    /** The names of all are synced together. */
    @Test
    void shouldSyncTheNamesAgainWhereThatHasFailed() throws IOException {
        disk.failed.addAll(Set.of(1L, 2L));
        begin(1);
        sync.sync();
        begin(2);
        disk.areNamesFailing = true;
        assertThatExceptionOfType(IOException.class).isThrownBy(sync::sync);
        disk.areNamesFailing = false;
        int before = disk.namesForced;

        sync.sync();

        assertThat(disk.namesForced).isEqualTo(before + 1);
    }

    /** A segment with one record; its file has {@code number} bytes. */
    private void begin(int number) throws IOException {
        var segment = new Segment(Files.write(folder.resolve("s" + number), new byte[number]), number);
        segment.grew(number, 1_000);
        segments.add(segment);
    }

    /** Fails once for each file, which it knows by its size. */
    private static final class FailingOnce implements Durable.Disk {

        final List<Long> forced = new ArrayList<>();
        final Set<Long> failed = new HashSet<>();
        int namesForced;
        boolean areNamesFailing;

        @Override
        public void force(FileChannel file) throws IOException {
            forced.add(file.size());
            if (failed.add(file.size())) {
                throw new IOException("the disk is broken");
            }
        }

        @Override
        public void forceNames(Path names) throws IOException {
            if (areNamesFailing) {
                throw new IOException("the disk is broken");
            }
            namesForced++;
        }
    }
}
