// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.document.ValueDocument.NamedParts;
import io.github.hivemqtdengine.decode.sparkplug.DataType.Kind;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Metric with its name, datatype, time and value.
 *
 * @param value value of one of the types in {@code Decoder}, list, or {@code null}
 * @param quality quality code, 192 (good) by default; {@code null} if the property is no number
 * @param isBirth whether the message is a BIRTH
 */
record Metric(
        String name,
        @Nullable Long alias,
        DataType type,
        Kind kind,
        Instant timestamp,
        boolean isHistorical,
        boolean isTransient,
        @Nullable Object value,
        @Nullable Object quality,
        @Nullable NamedValues properties,
        @Nullable NamedValues metadata,
        boolean isBirth)
        implements NamedParts {

    /** Name of the only property that Sparkplug defines. */
    static final String QUALITY = "Quality";

    private static final List<String> NAMES = List.of(
            "name",
            "alias",
            "type",
            "kind",
            "timestamp",
            "historical",
            "transient",
            "value",
            "quality",
            "properties",
            "metadata",
            "birth",
            "dataset",
            "other-properties");

    @Override
    public List<String> names() {
        return NAMES;
    }

    @Override
    public @Nullable Object value(int index) {
        return switch (index) {
            case 0 -> name;
            case 1 -> alias == null ? null : BinaryInput.unsigned(alias);
            case 2 -> type.label();
            case 3 -> kind.toString();
            case 4 -> timestamp;
            case 5 -> isHistorical;
            case 6 -> isTransient;
            case 7 -> value;
            case 8 -> quality;
            case 9 -> properties;
            case 10 -> metadata;
            case 11 -> isBirth;
            case 13 -> otherProperties();
            default -> type == DataType.DATA_SET ? value : null;
        };
    }

    /** Returns the properties without the quality; {@code null} if there are none. */
    private @Nullable NamedValues otherProperties() {
        var others = properties == null ? null : properties.without(QUALITY);
        return others == null || others.names().isEmpty() ? null : others;
    }
}
