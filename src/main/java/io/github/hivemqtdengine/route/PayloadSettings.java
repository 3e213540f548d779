// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.SchemaLookup;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import java.util.function.Function;

/**
 * Settings for reading payloads.
 *
 * @param format the payload format
 * @param shape the location of the records
 * @param compression the decompression before decoding
 * @param onEmpty the treatment of messages without payload, by which MQTT deletes retained messages
 */
public record PayloadSettings(
        PayloadFormat format, RecordShape shape, PayloadCompression compression, OnEmpty onEmpty) {

    /** Treatment of messages without payload. */
    public enum OnEmpty {
        IGNORE,
        DEAD_LETTER,
        DECODE
    }

    public PayloadSettings {
        shape = format.shape(shape);
    }

    /** Creates settings for uncompressed payloads. */
    public PayloadSettings(PayloadFormat format, RecordShape shape) {
        this(format, shape, PayloadCompression.NONE, OnEmpty.DECODE);
    }

    /** Returns these settings with access to schema registries: see {@link PayloadFormat#with}. */
    PayloadSettings with(Function<String, SchemaLookup> registries) {
        return new PayloadSettings(format.with(registries), shape, compression, onEmpty);
    }

    /** Returns the shape with the strictest rules for field references: a list if payloads may be lists. */
    public RecordShape narrowestShape() {
        return format.isList() ? shape.ofList() : shape;
    }

    /** Returns whether one payload may have more than one record. */
    boolean hasManyRecords() {
        return format.isList() || shape.rows() != null;
    }
}
