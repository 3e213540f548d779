// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Date;
import java.util.HexFormat;
import org.eclipse.tahu.message.SparkplugBPayloadDecoder;
import org.eclipse.tahu.message.model.Metric;
import org.eclipse.tahu.message.model.MetricDataType;
import org.junit.jupiter.api.Test;

@SuppressWarnings("JavaUtilDate") // which Tahu has
class RebirthCommandTest {

    private static final long T = 1_767_322_800_000L;

    @Test
    void shouldBeTheBytesOfTheSpecification() {
        assertThat(HexFormat.of().formatHex(RebirthCommand.payload(T)))
                .isEqualTo("08809f97e5b733" + "12210a144e6f646520436f6e74726f6c2f5265626972746818809f97e5b733200b7001");
    }

    @Test
    void shouldBeReadableByTahu() throws Exception {
        var payload = new SparkplugBPayloadDecoder().buildFromByteArray(RebirthCommand.payload(T), null);

        assertThat(payload.getTimestamp()).isEqualTo(new Date(T));
        assertThat(payload.getSeq()).isNull();
        assertThat(payload.getMetrics())
                .singleElement()
                .returns("Node Control/Rebirth", Metric::getName)
                .returns(MetricDataType.Boolean, Metric::getDataType)
                .returns(new Date(T), Metric::getTimestamp)
                .returns(true, Metric::getValue);
    }
}
