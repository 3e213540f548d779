// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.runner.mqttloader.FakeMqttloader;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.LoaderProgram;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChosenLoadsTest {

    private static final String THEIRS = "x.variant.theirs.x.loader = mqttloader\nx.modes = extension, theirs\n";

    @TempDir
    private Path folder;

    @BeforeEach
    void needsAShell() {
        Programs.needShell();
    }

    @Test
    void shouldLetTheGeneratorsOfAScenarioAndItsVariantTakeTurns() throws Exception {
        var scenario = scenario(THEIRS);
        var loads = withMqttloader(LoaderProgram.OWN);

        assertThat(loads.rowsTellMessages(scenario.as(Contenders.EXTENSION))).isTrue();
        assertThat(loads.rowsTellMessages(scenario.as(new Contender("theirs")))).isFalse();
        assertThat(loads.title()).startsWith("this suite's").endsWith("; mqttloader 0.8.6");
    }

    @Test
    void shouldUseTheDefaultWhereAScenarioNamesNone() throws Exception {
        var loads = withMqttloader(LoaderProgram.MQTTLOADER);

        assertThat(loads.rowsTellMessages(scenario(""))).isFalse();
        assertThat(loads.rowsTellMessages(scenario("x.loader = own\n"))).isTrue();
    }

    @Test
    void shouldCheckAScenarioForItsOwnGenerator() throws Exception {
        var loads = withMqttloader(LoaderProgram.OWN);

        assertThat(loads.unmet(scenario("x.payload = json\nx.topic = plant/{client}/meter/1\nx.table = meters\n")))
                .isEmpty();
        assertThat(loads.unmet(scenario("x.loader = mqttloader\nx.websocket = /mqtt\n")))
                .hasValue("mqttloader does not connect by WebSocket");
    }

    @Test
    void shouldSayWhereMqttloaderIsExpected() throws Exception {
        var loads = new ChosenLoads(LoaderProgram.OWN, new OwnLoads(), Optional.empty());

        assertThat(loads.unmet(scenario(THEIRS).as(new Contender("theirs"))))
                .hasValue("mqttloader is missing: name its folder with --mqttloader or MQTTLOADER_HOME");
        assertThat(loads.unmet(scenario(THEIRS).as(Contenders.EXTENSION))).isEmpty();
    }

    @Test
    void shouldRefuseAnotherGenerator() {
        assertThatThrownBy(() -> scenario("x.loader = emqtt-bench\n"))
                .isInstanceOf(InvalidScenarioException.class)
                .hasMessageContaining("x.loader")
                .hasMessageContaining("\"emqtt-bench\", which is not known here");
    }

    private ChosenLoads withMqttloader(LoaderProgram byDefault) throws Exception {
        var theirs = MqttloaderLoads.at(FakeMqttloader.home(folder, "0.8.6", ""));
        return new ChosenLoads(byDefault, new OwnLoads(), Optional.of(theirs));
    }

    private Scenario scenario(String lines) throws Exception {
        return ScenarioFiles.scenario(folder, "a", lines);
    }
}
