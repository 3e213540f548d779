package io.github.hivemqtdengine.decode;

import org.jspecify.annotations.Nullable;

/** JSON values in UTF-8, each on a line of its own. Empty lines are skipped. */
public record NdjsonFormat() implements DocumentFormat {

    @Override
    public Document open(byte[] payload) {
        return new Lines(payload);
    }

    @Override
    public boolean isList() {
        return true;
    }

    private static final class Lines extends ListDocument {

        private final byte[] payload;
        private final JsonNames names = new JsonNames();
        private int next;

        Lines(byte[] payload) {
            this.payload = payload;
            this.next = JsonFormat.startOf(payload);
        }

        @Override
        @Nullable
        Document next() throws DecodeException {
            while (next < payload.length) {
                int start = next;
                int end = endOfLine(start);
                next = end + 1;
                if (!isBlank(start, end)) {
                    Utf8.require(payload, start, end);
                    return JsonDocument.between(payload, start, end, names);
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
