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
import java.util.Set;

/** Reads {@code <payload format="sparkplug">}. */
final class SparkplugReader {

    private static final String COUNT = "count";

    static final Setting<Rebirth> REBIRTH = attribute(
                    "rebirth", Choice.of(EnumSet.of(Rebirth.NEVER, Rebirth.WHEN_NEEDED)))
            .or(Rebirth.NEVER)
            .since("0.2.0")
            .doc(
                    "Condition of rebirth requests to Sparkplug edge nodes; only for `sparkplug`",
                    "向 Sparkplug 边缘节点请求 rebirth 的条件；仅用于 `sparkplug`")
            .word(
                    "when-needed",
                    "requests that an edge node sends its BIRTHs again when one is missing or cannot be read",
                    "BIRTH 缺失或无法读取时，请求边缘节点重新发送 BIRTH");

    static final Setting<String> ON_SEQUENCE_GAP = attribute("on-sequence-gap", Choice.words(COUNT, "rebirth"))
            .or(COUNT)
            .since("0.2.0")
            .doc(
                    "What follows a gap in the sequence numbers of a Sparkplug edge node; only with "
                            + "`rebirth=\"when-needed\"`",
                    "Sparkplug 边缘节点的序号不连续时的处理；仅与 `rebirth=\"when-needed\"` 同用")
            .word("count", "it is counted", "计数")
            .word("rebirth", "it is counted, and a rebirth is requested", "计数并请求 rebirth");

    static final Set<Setting<?>> ATTRIBUTES = Set.of(REBIRTH, ON_SEQUENCE_GAP);

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
