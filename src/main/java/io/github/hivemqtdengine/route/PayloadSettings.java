package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;

/**
 * How payloads are read.
 *
 * @param format what they are
 * @param shape where their records are; of lists without a pointer to rows, the elements are the records
 */
public record PayloadSettings(PayloadFormat format, RecordShape shape) {

    public PayloadSettings {
        shape = format.isList() && shape.rows() == null ? shape.withRowsAt("") : shape;
    }
}
