// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Environment;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExitCodeTest {

    @Test
    void shouldNotFailByAnUndecidedThreshold() {
        var undecided =
                new Verdict("rows-per-second extension >= 9", Figure.ROWS_PER_SECOND, 8.0, 8.0, 8.0, true, 0.5, null);
        assertThat(undecided.undecided()).isTrue();
        assertThat(ExitCode.of(run(undecided))).isEqualTo(ExitCode.FINE);
        var missed = new Verdict("rows-per-second extension >= 9", Figure.ROWS_PER_SECOND, 8.0, 8.0, 8.0, false);
        assertThat(ExitCode.of(run(missed))).isEqualTo(ExitCode.MISSED);
    }

    private static Run run(Verdict verdict) {
        var environment = new Environment(Instant.EPOCH, "", "", 1, 1, "", "", "", "", "", "", "");
        var round = new Round(
                new Contender("extension"),
                1,
                Instant.EPOCH,
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        var none = Optional.<String>empty();
        var scenario = new ScenarioResult(
                "a", "", "", Map.of(), List.of(), List.of(round), List.of(verdict), none, none, true);
        return new Run(environment, false, List.of(scenario));
    }
}
