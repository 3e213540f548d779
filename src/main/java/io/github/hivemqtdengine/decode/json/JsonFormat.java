// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.core.json.UTF8StreamJsonParser;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.RegistryFrame;
import io.github.hivemqtdengine.decode.StrictText;
import io.github.hivemqtdengine.decode.Utf8;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.TokenDocument;
import io.github.hivemqtdengine.decode.document.TokenParsers;
import io.github.hivemqtdengine.decode.json.JsonFormat.JsonDocument;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * JSON (RFC 8259), one value per payload. The last of several fields with the same name counts. A leading byte order
 * mark is skipped.
 *
 * @param charset charset of the payload; positions in errors count bytes of UTF-8
 */
public record JsonFormat(Charset charset, NonFinite nonFinite) implements DocumentFormat {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    public JsonFormat() {
        this(NonFinite.REJECT);
    }

    public JsonFormat(NonFinite nonFinite) {
        this(StandardCharsets.UTF_8, nonFinite);
    }

    @Override
    public Document open(Payload payload) throws DecodeException {
        byte[] bytes = charset.equals(StandardCharsets.UTF_8)
                ? payload.bytes()
                : StrictText.of(payload.bytes(), charset).getBytes(StandardCharsets.UTF_8);
        bytes = nonFinite.read(bytes, 0);
        Utf8.require(bytes);
        return new JsonDocument(bytes, startOf(bytes), bytes.length);
    }

    /** Returns the index of the first byte after an optional byte order mark. */
    static int startOf(byte[] payload) {
        int length = BYTE_ORDER_MARK.length;
        boolean isMarked = payload.length >= length && Arrays.equals(payload, 0, length, BYTE_ORDER_MARK, 0, length);
        return isMarked ? length : 0;
    }

    /** JSON document (RFC 8259) in bytes that are known to be UTF-8. */
    static final class JsonDocument extends TokenDocument {

        /** Maximum scale of a {@link BigDecimal}, far enough from the type's limits for arithmetic. */
        private static final int MAX_SCALE = 1_000_000_000 + MAX_DIGITS;

        /** Number of characters up to which every number without an exponent has digits that fit into a long. */
        private static final int LONG_DIGITS = 18;

        private static final TokenParsers PARSERS = new TokenParsers(Factory::new);

        /** Opens the JSON in a range of a payload. */
        JsonDocument(byte[] payload, int start, int end) throws DecodeException {
            super("JSON", " \t\r\n", PARSERS, payload, start, end);
        }

        private static final class Factory extends JsonFactory implements TokenParsers.Factory {

            private static final long serialVersionUID = 1L;

            Factory() {
                super(TokenParsers.limited(new JsonFactoryBuilder()));
            }

            @Override
            public ByteQuadsCanonicalizer names() {
                return _byteSymbolCanonicalizer.makeChild(_factoryFeatures);
            }

            @Override
            public JsonParser open(byte[] payload, int start, int end, ByteQuadsCanonicalizer names) {
                var context = _createContext(ContentReference.unknown(), false);
                return new UTF8StreamJsonParser(
                        context, _parserFeatures, null, null, names, payload, start, end, 0, false);
            }
        }

        @Override
        protected Document part(int from, int to) throws DecodeException {
            return new JsonDocument(payload, from, to);
        }

        @Override
        protected boolean isJson() {
            return true;
        }

        @Override
        protected DecodeException unreadable(long position) {
            return NonFinite.isNear(payload, position)
                    ? new DecodeException(
                            Fault.MALFORMED,
                            "The payload is not valid JSON (a bare nan or inf needs non-finite=\"null\" in <payload>)",
                            position)
                    : super.unreadable(position);
        }

        /** Reads a number from the parser's character buffer, which avoids the parser's intermediate string. */
        @Override
        protected Number readDecimal() throws IOException, DecodeException {
            var text = parser.getTextCharacters();
            int from = parser.getTextOffset();
            int length = parser.getTextLength();
            var plain = length <= LONG_DIGITS ? plain(text, from, from + length) : null;
            return plain == null ? anyDecimal(text, from, length) : plain;
        }

        /** Returns a valid JSON number without an exponent, {@code null} with one; faster than {@link BigDecimal}. */
        private static @Nullable BigDecimal plain(char[] text, int from, int to) {
            long digits = 0;
            int scale = 0;
            for (int i = from; i < to; i++) {
                char c = text[i];
                if (c >= '0' && c <= '9') {
                    digits = digits * 10 + (c - '0');
                } else if (c == '.') {
                    scale = to - i - 1;
                } else if (c != '-') {
                    return null;
                }
            }
            return BigDecimal.valueOf(text[from] == '-' ? -digits : digits, scale);
        }

        private BigDecimal anyDecimal(char[] text, int from, int length) throws DecodeException {
            try {
                var number = new BigDecimal(text, from, length);
                if (Math.abs((long) number.scale()) <= MAX_SCALE) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // rejected below
            }
            throw refused(Fault.LIMIT, "The payload has a number with an exponent of too many digits");
        }
    }

    /** JSON after the frame of a schema registry. The schema is not looked up, and the JSON is not validated by it. */
    public record Registered(NonFinite nonFinite) implements DocumentFormat {

        @Override
        public Document open(Payload payload) throws DecodeException {
            int start = RegistryFrame.of(payload.bytes()).length();
            var bytes = nonFinite.read(payload.bytes(), start);
            Utf8.require(bytes, start, bytes.length);
            return new JsonDocument(bytes, start, bytes.length);
        }
    }
}
