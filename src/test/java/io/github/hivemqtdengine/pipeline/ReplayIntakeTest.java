package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.StopSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplayIntakeTest {

    private final List<DeadLetter> letters = new ArrayList<>();
    private final StopSignal stop = new StopSignal();

    /** Messages whose route is gone. */
    @Test
    void shouldSyncOnceMoreForALetterThatComesDuringASync() {
        var disk = new BusyDisk();
        var intake = new ReplayIntake(
                new Accounts(PipelineMetrics.NONE),
                routeId -> Optional.empty(),
                new Outcomes(disk, EpochClock.SYSTEM),
                stop);
        intake.acceptReplayed("gone", message("a", "1"), stop);
        disk.meanwhile = () -> intake.acceptReplayed("gone", message("a", "2"), stop);

        intake.sync();
        assertThat(disk.syncs).isEqualTo(1);
        intake.sync();
        intake.sync();

        assertThat(letters).hasSize(2);
        assertThat(disk.syncs).isEqualTo(2);
    }

    /** Something comes during its first sync. */
    private final class BusyDisk implements DeadLetters {

        Runnable meanwhile = () -> {};
        int syncs;

        @Override
        public boolean keep(DeadLetter letter) {
            return letters.add(letter);
        }

        @Override
        public boolean sync() {
            syncs++;
            if (syncs == 1) {
                meanwhile.run();
            }
            return true;
        }
    }
}
