// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.mqttloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MqttloaderProgramTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void needsAShell() {
        Programs.needShell();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.8.3", "0.8.6", "0.10.0", "1.0.0"})
    void shouldSayWhichVersionItIs(String version) throws Exception {
        assertThat(MqttloaderProgram.at(FakeMqttloader.home(folder, version, ""))
                        .version())
                .isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.7.2", "0.8.2"})
    void shouldRefuseOneThatCountsInMilliseconds(String version) {
        assertThatThrownBy(() -> MqttloaderProgram.at(FakeMqttloader.home(folder, version, "")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is mqttloader " + version + ": 0.8.3 or newer is needed");
    }

    @Test
    void shouldRefuseAFolderWithoutOne() {
        assertThatThrownBy(() -> MqttloaderProgram.at(folder))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("There is no mqttloader in " + folder);
    }

    @Test
    void shouldRefuseAnotherProgram() throws Exception {
        var program = FakeMqttloader.home(folder, "0.8.6", "").resolve("bin/mqttloader");
        Files.writeString(program, "#!/bin/sh\necho I am something else\n");

        assertThatThrownBy(() -> MqttloaderProgram.at(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not say which mqttloader it is:\nI am something else");
    }
}
