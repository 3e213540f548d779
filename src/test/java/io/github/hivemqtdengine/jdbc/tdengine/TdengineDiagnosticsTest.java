// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TdengineDiagnosticsTest {

    @ParameterizedTest
    @CsvSource({
        "3.3.6.0, true",
        "3.3.6, true",
        "3.3.7.5, true",
        "3.3.10.1, true",
        "3.4.0.0.alpha, true",
        "4, true",
        "3.3.5.8, false",
        "3.2.9.9, false",
        "3.3, false",
        "2.6.0.34, false"
    })
    void shouldKnowWhichServersAreNewEnough(String version, boolean isNewEnough) {
        assertThat(TdengineDiagnostics.isNewEnough(version)).isEqualTo(isNewEnough);
    }
}
