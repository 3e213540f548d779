// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import static io.github.hivemqtdengine.config.xml.Setting.attribute;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat.Rebirth;
import java.util.EnumSet;
import java.util.Optional;

/** Reads {@code <payload format="sparkplug">}. */
final class SparkplugReader {

    private static final String COUNT = "count";

    static final Setting<Rebirth> REBIRTH = attribute(
                    "rebirth", Choice.of(EnumSet.of(Rebirth.NEVER, Rebirth.WHEN_NEEDED)))
            .or(Rebirth.NEVER)
            .since("0.2.0")
            .doc(
                    "Requests of BIRTHs from Sparkplug edge nodes; only for `sparkplug`",
                    "向 Sparkplug 边缘节点请求 BIRTH；仅用于 `sparkplug`")
            .word("when-needed", "when one is missing or cannot be read", "BIRTH 缺失或无法读取时");

    static final Setting<String> ON_SEQUENCE_GAP = attribute("on-sequence-gap", Choice.words(COUNT, "rebirth"))
            .or(COUNT)
            .since("0.2.0")
            .doc(
                    "Treatment of gaps in the sequence numbers of an edge node; only with `rebirth=\"when-needed\"`",
                    "边缘节点的序号不连续时的处理；仅与 `rebirth=\"when-needed\"` 同用")
            .word("count", "they are counted", "计数")
            .word("rebirth", "a rebirth is requested, too", "并且请求 rebirth");

    private SparkplugReader() {}

    static Optional<SparkplugFormat> read(Section payload, SchemaFiles schemas) {
        var rebirth = payload.get(REBIRTH);
        var onGap = payload.value(ON_SEQUENCE_GAP);
        if (onGap.get().equals(COUNT)) {
            return Optional.of(new SparkplugFormat(rebirth));
        }
        if (rebirth == Rebirth.NEVER) {
            onGap.reject("needs rebirth=\"when-needed\" beside it");
            return Optional.of(new SparkplugFormat());
        }
        return Optional.of(new SparkplugFormat(Rebirth.ALSO_AFTER_GAPS));
    }
}
