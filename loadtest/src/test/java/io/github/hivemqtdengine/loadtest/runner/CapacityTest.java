// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CrowdPlan;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapacityTest {

    private static final String HALF = "num_publishers = 10\nx.rate = 50% of bare for 60 s\n";

    @TempDir
    private Path folder;

    private final List<Scenario> measured = new ArrayList<>();

    @Test
    void shouldTakeAPartOfWhatEachSubscriberGetsOfTheBareBroker() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", HALF + "num_subscribers = 10\n");
        var resolved = capacity(Map.of(Figure.DELIVERIES_PER_SECOND, 50_000.0, Figure.PUBLISHED_PER_SECOND, 90_000.0))
                .resolve(scenario);

        assertThat(resolved.load().only().publishers().pace())
                .isEqualTo(new Pace.OpenLoop(List.of(new Pace.Step(2_500, 2_500, Duration.ofMinutes(1)))));
        assertThat(resolved.load().only().publishers().messages()).isEqualTo(15_000);
    }

    @Test
    void shouldCountASharedSubscriptionOnce() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", HALF + "num_subscribers = 10\nshared_subscription = true\n");
        var resolved = capacity(Map.of(Figure.DELIVERIES_PER_SECOND, 5_000.0, Figure.PUBLISHED_PER_SECOND, 90_000.0))
                .resolve(scenario);

        assertThat(resolved.load().only().publishers().pace())
                .isEqualTo(new Pace.OpenLoop(List.of(new Pace.Step(2_500, 2_500, Duration.ofMinutes(1)))));
    }

    @Test
    void shouldMeasureTwiceAndOnlyOnceForAllRounds() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", HALF + "num_subscribers = 0\n");
        var capacity = capacity(Map.of(Figure.PUBLISHED_PER_SECOND, 1_000.0));
        var first = capacity.resolve(scenario);

        assertThat(capacity.resolve(scenario)).isEqualTo(first);
        assertThat(measured)
                .hasSize(2)
                .allSatisfy(burst -> assertThat(burst.load().only().publishers().pace())
                        .isEqualTo(new Pace.ClosedLoop(Duration.ZERO)));
    }

    @Test
    void shouldMeasureWithoutFaultsAndIdleConnections() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", HALF + """
                num_subscribers = 0
                x.connections = 5
                x.hold = 60 s
                x.reconnect = true
                x.faults = 10 s kill-broker for 3 s
                """);

        var resolved = capacity(Map.of(Figure.PUBLISHED_PER_SECOND, 1_000.0)).resolve(scenario);

        assertThat(measured).hasSize(2).allSatisfy(burst -> {
            assertThat(burst.faults()).isEmpty();
            assertThat(burst.load().crowd()).isEqualTo(CrowdPlan.NONE);
        });
        assertThat(resolved.faults()).isEqualTo(scenario.faults()).hasSize(1);
        assertThat(resolved.load().crowd()).isEqualTo(scenario.load().crowd());
    }

    @Test
    void shouldGiveVariantsOfOneLoadTheSameRate() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", HALF + """
                num_subscribers = 0
                x.modes = few, many
                x.variant.few.x.delivery = <lanes>1</lanes>
                x.variant.many.x.delivery = <lanes>8</lanes>
                """);
        var capacity = capacity(Map.of(Figure.PUBLISHED_PER_SECOND, 1_000.0));

        scenario.comparison()
                .contenders()
                .forEach(contender ->
                        assertThat(resolve(capacity, scenario.as(contender))).isEqualTo(resolve(capacity, scenario)));
        assertThat(measured).hasSize(2);
    }

    private static LoadPlan resolve(Capacity capacity, Scenario scenario) {
        try {
            return capacity.resolve(scenario).load();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldLeaveAScenarioWithAPaceOfItsOwnAlone() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", "x.rate = 100 for 5 s\n");

        assertThat(capacity(Map.of()).resolve(scenario)).isSameAs(scenario);
        assertThat(measured).isEmpty();
    }

    private Capacity capacity(Map<Figure, Double> figures) {
        return new Capacity(scenario -> {
            measured.add(scenario);
            return new Round(
                    Contenders.BARE, 1, Instant.EPOCH, figures, List.of(), List.of(), List.of(), List.of(), List.of());
        });
    }
}
