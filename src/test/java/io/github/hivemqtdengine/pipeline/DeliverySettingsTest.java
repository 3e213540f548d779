// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Acknowledge;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeliverySettingsTest {

    @ParameterizedTest
    @CsvSource({"ON_RECEIVE, 100", "ON_COMMIT, 10"})
    void shouldLingerLessWherePublishersWait(Acknowledge acknowledge, long millis) {
        var settings = new DeliverySettings(
                LaneSettings.DEFAULT,
                new BatchSettings(1, 1, Duration.ofMillis(100)),
                new IntakeSettings(
                        Durability.SPOOL, acknowledge, Overflow.DROP_NEWEST, QueueSettings.of(Durability.SPOOL)),
                RetrySettings.DEFAULT,
                Duration.ofSeconds(1));

        assertThat(settings.longestLinger()).hasMillis(millis);
    }
}
