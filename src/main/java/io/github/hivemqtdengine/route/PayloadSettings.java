package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;

/**
 * How payloads are read.
 *
 * @param format what they are
 * @param shape where their records are
 */
public record PayloadSettings(PayloadFormat format, RecordShape shape) {

    public PayloadSettings {
        shape = format.shape(shape);
    }

    /** Whether one payload may have more than one record. */
    boolean hasManyRecords() {
        return format.isList() || shape.rows() != null;
    }
}
