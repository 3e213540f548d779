package io.github.hivemqtdengine.loadtest.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MqttloaderLoadsTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void installMqttloader() throws Exception {
        var program =
                Files.createFile(Files.createDirectories(folder.resolve("bin")).resolve("mqttloader"));
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void shouldRunAPlainScenario() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", "");

        assertThat(new MqttloaderLoads(folder).obstacle(scenario)).isEmpty();
    }

    @Test
    void shouldNotRunAScenarioWhoseFaultsWouldNeverHappen() throws Exception {
        var scenario = ScenarioFiles.scenario(folder, "a", "x.faults = 1 s stop for 1 s\n");

        assertThat(new MqttloaderLoads(folder).obstacle(scenario)).isPresent();
    }
}
