// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.DatabaseDiagnostics.ClockCheck;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.CheckResult.Level;
import org.junit.jupiter.api.Test;

class ClockCheckTest {

    private static final long ASKED = 1_767_225_600_000_000L;
    private static final long MILLIS = 1_767_225_600_000L;

    @Test
    void shouldTakeHalfOfTheRoundTripOff() {
        var finding = ClockCheck.compare(ASKED, MILLIS + 200, ASKED + 400_000);

        assertThat(finding.level()).isEqualTo(Level.OK);
        assertThat(finding.sentence())
                .isEqualTo("the server's clock shows the time of this machine (give or take 201 ms)");
    }

    @Test
    void shouldCallNothingADifferenceThatTheRoundTripMayBe() {
        assertThat(ClockCheck.compare(ASKED, MILLIS + 401, ASKED + 400_000).sentence())
                .contains("shows the time of this machine");
        assertThat(ClockCheck.compare(ASKED, MILLIS - 2, ASKED + 400_000).sentence())
                .contains("202 ms behind");
    }

    @Test
    void shouldSayInWhichDirectionTheClocksDiffer() {
        assertThat(ClockCheck.compare(ASKED, MILLIS - 1_000, ASKED))
                .isEqualTo(CheckResult.ok(
                        "clock", "the server's clock is 1000 ms behind this machine's (give or take 1 ms)"));
        assertThat(ClockCheck.compare(ASKED, MILLIS + 30, ASKED).sentence()).contains("30 ms ahead of this machine's");
    }

    @Test
    void shouldWarnAboveASecond() {
        assertThat(ClockCheck.compare(ASKED, MILLIS - 1_001, ASKED).level()).isEqualTo(Level.WARN);
        assertThat(ClockCheck.compare(ASKED, MILLIS + 1_001, ASKED).sentence()).contains("NTP");
    }
}
