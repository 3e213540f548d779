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
 */
public record PayloadSettings(PayloadFormat format, RecordShape shape, PayloadCompression compression) {

    public PayloadSettings {
        shape = format.shape(shape);
    }

    /** Creates settings for uncompressed payloads. */
    public PayloadSettings(PayloadFormat format, RecordShape shape) {
        this(format, shape, PayloadCompression.NONE);
    }

    /** Returns these settings with access to schema registries: see {@link PayloadFormat#with}. */
    PayloadSettings with(Function<String, SchemaLookup> registries) {
        return new PayloadSettings(format.with(registries), shape, compression);
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
