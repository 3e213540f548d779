// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.Utf8;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.ListDocument;
import io.github.hivemqtdengine.decode.json.JsonFormat.JsonDocument;
import org.jspecify.annotations.Nullable;

/** Newline-delimited JSON in UTF-8, one value per line. Empty lines are skipped. */
public record NdjsonFormat(NonFinite nonFinite) implements DocumentFormat {

    @Override
    public Document open(Payload payload) {
        return new Lines(nonFinite.read(payload.bytes(), 0));
    }

    @Override
    public boolean isList() {
        return true;
    }

    private static final class Lines extends ListDocument {

        private final byte[] payload;
        private int next;

        Lines(byte[] payload) {
            this.payload = payload;
            this.next = JsonFormat.startOf(payload);
        }

        @Override
        @Nullable
        protected Document next() throws DecodeException {
            while (next < payload.length) {
                int start = next;
                int end = endOfLine(start);
                next = end + 1;
                if (!isBlank(start, end)) {
                    Utf8.require(payload, start, end);
                    return new JsonDocument(payload, start, end);
                }
            }
            return null;
        }

        private int endOfLine(int start) {
            int end = start;
            while (end < payload.length && payload[end] != '\n') {
                end++;
            }
            return end;
        }

        private boolean isBlank(int start, int end) {
            for (int i = start; i < end; i++) {
                if (payload[i] != ' ' && payload[i] != '\t' && payload[i] != '\r') {
                    return false;
                }
            }
            return true;
        }
    }
}
