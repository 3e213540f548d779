// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/** Replayed messages whose route is gone. */
class ReplayedLettersTest extends RunningPipelines {

    @Test
    void shouldSyncLettersUntilTheyAreOnTheDisk() {
        var disk = new FaultyDisk();
        var replay = replay(start(settings(1, 10), disk));
        replay.accept("gone", message("a", "1"));

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(replay::sync);
        assertThat(disk.syncs).isEqualTo(1);
        replay.sync();
        replay.sync();
        assertThat(disk.syncs).isEqualTo(2);
        replay.accept("gone", message("a", "2"));
        replay.sync();

        assertThat(letters).hasSize(2);
        assertThat(disk.syncs).isEqualTo(3);
    }

    /** Its first sync fails. */
    private final class FaultyDisk implements DeadLetters {

        int syncs;

        @Override
        public boolean keep(DeadLetter letter) {
            return letters.add(letter);
        }

        @Override
        public boolean sync() {
            syncs++;
            return syncs > 1;
        }
    }
}
