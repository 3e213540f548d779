package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.PayloadCompression;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;

/**
 * How payloads are read.
 *
 * @param format what they are
 * @param shape where their records are
 * @param compression how they are decompressed first
 */
public record PayloadSettings(PayloadFormat format, RecordShape shape, PayloadCompression compression) {

    public PayloadSettings {
        shape = format.shape(shape);
    }

    /** Payloads that are not compressed. */
    public PayloadSettings(PayloadFormat format, RecordShape shape) {
        this(format, shape, PayloadCompression.NONE);
    }

    /** Where the records are in payloads of which the fewest fields can be told: in lists, if there may be any. */
    public RecordShape narrowestShape() {
        return format.isList() ? shape.ofList() : shape;
    }

    /** Whether one payload may have more than one record. */
    boolean hasManyRecords() {
        return format.isList() || shape.rows() != null;
    }
}
