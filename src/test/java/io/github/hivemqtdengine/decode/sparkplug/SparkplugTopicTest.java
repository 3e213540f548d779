// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic.MessageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkplugTopicTest {

    @Test
    void shouldParseTopicsOfNodesDevicesAndHosts() throws Exception {
        assertThat(SparkplugTopic.parse("spBv1.0/Plant 1/NBIRTH/Line 2"))
                .isEqualTo(new SparkplugTopic("Plant 1", MessageType.NBIRTH, "Line 2", null));
        assertThat(SparkplugTopic.parse("spBv1.0/厂/DDATA/线/泵"))
                .isEqualTo(new SparkplugTopic("厂", MessageType.DDATA, "线", "泵"));
        assertThat(SparkplugTopic.parse("spBv1.0/STATE/scada"))
                .isEqualTo(new SparkplugTopic("", MessageType.STATE, "scada", null));
        assertThat(SparkplugTopic.parse("STATE/scada"))
                .isEqualTo(new SparkplugTopic("", MessageType.STATE, "scada", null));
        assertThat(SparkplugTopic.parse("spBv1.0/STATE/NCMD/scada").type()).isEqualTo(MessageType.NCMD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "spBv1.0",
                "spBv1.0/G",
                "spBv1.0/G/NDATA",
                "spBv1.0/G/NDATA/",
                "spBv1.0//NDATA/E",
                "spBv1.0/G/NDATA/E/D",
                "spBv1.0/G/NDATA/E/",
                "spBv1.0/G/DDATA/E",
                "spBv1.0/G/DDATA/E/",
                "spBv1.0/G/DDATA//D",
                "spBv1.0/G/DDATA/E/D/x",
                "spBv1.0/G/ndata/E",
                "spBv1.0/G/STATE/E",
                "spBv1.0/G/DATA/E",
                "spAv1.0/G/NDATA/E",
                "spBv1.0/STATE/",
                "STATE/",
                "STATE/a/b"
            })
    void shouldRefuseOtherTopics(String topic) {
        assertThatThrownBy(() -> SparkplugTopic.parse(topic))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.MALFORMED));
    }

    @Test
    void shouldLimitIds() throws Exception {
        assertThat(SparkplugTopic.parse("spBv1.0/G/NDATA/" + "n".repeat(256)).node())
                .hasSize(256);
        for (var id : new String[] {"n".repeat(257), "节".repeat(86)}) {
            assertThatThrownBy(() -> SparkplugTopic.parse("spBv1.0/" + id + "/NDATA/E"))
                    .isInstanceOfSatisfying(
                            DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.LIMIT));
        }
    }
}
