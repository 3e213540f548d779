// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;
import java.util.List;

/** Format whose payloads have fields; an implementation only opens a {@link Document}. */
public interface DocumentFormat extends PayloadFormat {

    /** Starts to read a payload. */
    Document open(Payload payload) throws DecodeException;

    /** Returns a format that need not read more of a payload than what is below a node. */
    default DocumentFormat projected(FieldNode wanted) {
        return this;
    }

    @Override
    default Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        return new TreeDecoder(this, fields, shape);
    }

    @Override
    default boolean hasFields() {
        return true;
    }
}
