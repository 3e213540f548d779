// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.config.CaptureSettings;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lanes of an unchanged layout stay in place; a changed layout string moves all waiting messages. */
class SpoolLayoutTest {

    @Test
    void shouldStayTheSameWithoutGroups() {
        assertThat(layout(LaneSettings.DEFAULT)).isEqualTo("lanes 4\nlane-key TOPIC\ngroup-property null\n");
    }

    /** Other names may share a lane then, so a group could be in two lanes at once. */
    @Test
    void shouldNameTheBucketsThatGroupsAreIn() {
        assertThat(layout(new LaneSettings(4, LaneKey.NONE, 100, "line")))
                .isEqualTo("lanes 4\nlane-key NONE\ngroup-property line\ngroup-buckets 65536\n");
    }

    private static String layout(LaneSettings lanes) {
        var delivery = DeliverySettings.DEFAULT;
        return SpoolLayout.of(new ExtensionSettings(
                List.of(),
                List.of(),
                new DeliverySettings(
                        lanes, delivery.batch(), delivery.intake(), delivery.retry(), delivery.drainTimeout()),
                CaptureSettings.DEFAULT,
                SpoolSettings.DEFAULT,
                null,
                DeadLetterSettings.of(1_024),
                null,
                null,
                0,
                Map.of(),
                List.of()));
    }
}
