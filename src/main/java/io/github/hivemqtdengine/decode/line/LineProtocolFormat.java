// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.line;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.ListDocument;
import org.jspecify.annotations.Nullable;

/**
 * InfluxDB's line protocol in UTF-8. Each line is an object: {@code {"measurement": "cpu", "tags": {"host": "a"},
 * "fields": {"usage": 0.5}, "timestamp": ...}}, whose timestamp may be missing. Integers are {@link Long}, unsigned
 * integers {@link java.math.BigInteger}, other numbers {@link Double}. Errors name line and column, since values may
 * contain line breaks.
 *
 * @param precision unit of the timestamps
 */
public record LineProtocolFormat(Precision precision) implements DocumentFormat {

    /** Units of timestamps. */
    public enum Precision {
        NS(1),
        US(1_000),
        MS(1_000_000),
        S(1_000_000_000),
        M(60_000_000_000L),
        H(3_600_000_000_000L);

        private final long nanos;

        Precision(long nanos) {
            this.nanos = nanos;
        }
    }

    @Override
    public Document open(Payload payload) {
        return new Lines(new LineScanner(payload.bytes(), precision.nanos));
    }

    @Override
    public boolean isList() {
        return true;
    }

    @Override
    public boolean hasTypedNumbers() {
        return true;
    }

    private static final class Lines extends ListDocument {

        private final LineScanner lines;

        Lines(LineScanner lines) {
            this.lines = lines;
        }

        @Override
        @Nullable
        protected Document next() throws DecodeException {
            var line = lines.next();
            return line == null ? null : new LineDocument(line);
        }
    }
}
