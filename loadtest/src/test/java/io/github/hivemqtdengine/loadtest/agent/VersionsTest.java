// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionsTest {

    @Test
    void shouldBeThoseOfTheBuild() {
        assertThat(Versions.read().suite()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(Versions.read().mqttClient()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(new OwnLoads().title()).contains(Versions.read().suite());
    }
}
