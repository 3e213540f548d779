// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.agent.OwnLoads;
import io.github.hivemqtdengine.loadtest.live.Live;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.runner.StackRounds;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.reader.Scenarios;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class TDengineStackTest extends StackContract {

    @Override
    DatabaseChoice database() {
        Programs.needTDengine();
        return new DatabaseChoice.LocalTDengine();
    }

    @Test
    void shouldMeasureTheDiskOfRowsWithRandomValues() throws Exception {
        var scenario = Scenarios.in(Path.of("scenarios")).named("s0-json-many", Variation.SMOKE);
        var rounds = new StackRounds(stack(), new OwnLoads(), Live.NONE);

        for (int number = 1; number <= 2; number++) {
            var figures = rounds.run(scenario, Contenders.EXTENSION, number).figures();

            assertThat(figures).containsEntry(Figure.ROWS_MISSING, 0.0);
            // about 2,100 bytes, of which the digits of 100 random numbers compress to 800 at best
            assertThat(figures.get(Figure.DISK_BYTES_PER_ROW)).isBetween(800.0, 2_100.0);
        }
        stack().keepOnly(List.of());
    }
}
