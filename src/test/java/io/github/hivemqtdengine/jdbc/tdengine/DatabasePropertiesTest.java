// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.tdengine.DatabaseProperties.Durability;
import io.github.hivemqtdengine.message.Precision;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabasePropertiesTest {

    @Test
    void shouldSayInOneLineHowTheDatabaseIs() {
        assertThat(properties(1, 1, 3_000).description())
                .isEqualTo("TDengine 3.3.7.5, precision us, keep 3650 d, replica 1, wal_level 1, "
                        + "wal_fsync_period 3000 ms");
    }

    @ParameterizedTest
    @CsvSource({"PT25H, 25 h", "PT48H, 2 d", "PT1500M, 25 h", "PT1501M, 1501 min", "PT30M, 30 min", "PT0M, 0 d"})
    void shouldSayInWholeNumbersHowLongRowsAreKept(Duration keep, String text) {
        var properties = new DatabaseProperties(Precision.MICROSECONDS, Optional.of(keep), Optional.empty(), "3.3.7.5");
        assertThat(properties.description()).endsWith(", keep " + text);
    }

    @Test
    void shouldWarnWhereAPowerCutLosesAcknowledgedRows() {
        assertThat(properties(1, 1, 3_000).warning("plant"))
                .contains("a power cut can lose rows that were acknowledged; ALTER DATABASE `plant` WAL_LEVEL 2"
                        + " WAL_FSYNC_PERIOD 0 keeps them, and makes writes slower");
        assertThat(properties(1, 2, 3_000).warning("plant"))
                .hasValueSatisfying(warning -> assertThat(warning).contains("the last 3000 ms of rows"));
        assertThat(properties(3, 1, 3_000).warning("plant"))
                .hasValueSatisfying(warning -> assertThat(warning).startsWith("a power cut on most dnodes at once"));
    }

    @Test
    void shouldNotWarnWhereEveryAcknowledgedRowIsOnTheDisk() {
        assertThat(properties(1, 2, 0).warning("plant")).isEmpty();
    }

    @Test
    void shouldNotWarnOfWhatItDoesNotKnow() {
        var unknown = new DatabaseProperties(Precision.MILLISECONDS, Optional.empty(), Optional.empty(), "3.3.6.0");
        assertThat(unknown.warning("plant")).isEmpty();
        assertThat(unknown.description()).isEqualTo("TDengine 3.3.6.0, precision ms");
    }

    private static DatabaseProperties properties(int replicas, int walLevel, int fsyncMillis) {
        return new DatabaseProperties(
                Precision.MICROSECONDS,
                Optional.of(Duration.ofDays(3_650)),
                Optional.of(new Durability(replicas, walLevel, Duration.ofMillis(fsyncMillis))),
                "3.3.7.5");
    }
}
