// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.cbor;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import com.fasterxml.jackson.dataformat.cbor.CBORParser.TagList;
import com.fasterxml.jackson.dataformat.cbor.CBORSimpleValue;
import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.TokenDocument;
import io.github.hivemqtdengine.decode.document.TokenParsers;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * CBOR (RFC 8949), one data item per payload. The last of several fields with the same name counts. Names that are not
 * strings become strings: numbers in decimal, bytes in base64. Byte strings stay bytes regardless of their tag, typed
 * arrays (RFC 8746) included, except bignums.
 */
public record CborFormat() implements DocumentFormat {

    private static final int BREAK = 0xFF;
    private static final int TAG_STRING_REFERENCE = 25;
    private static final int TAG_STRING_REFERENCE_NAMESPACE = 256;

    @Override
    public Document open(Payload payload) throws DecodeException {
        byte[] bytes = payload.bytes();
        validate(bytes);
        return new CborDocument(bytes, 0, bytes.length);
    }

    /**
     * Checks what Jackson does not, in the order of the bytes, regardless of nesting: text must be UTF-8, lengths must
     * fit the payload, and an item must follow each tag. Jackson treats lengths from 2^31 on as indefinite.
     */
    private static void validate(byte[] payload) throws DecodeException {
        var input = new BinaryInput(payload, 0, payload.length);
        while (!input.isAtEnd()) {
            int start = input.position();
            int head = input.unsigned8();
            long argument = argument(head & 0x1F, input);
            switch (head >> 5) {
                case 2 -> input.pass(argument); // bytes
                case 3 -> input.passText(argument);
                case 4 -> input.entries(argument, 1); // an array
                case 5 -> input.entries(argument, 2); // a map
                case 6 -> checkTag(argument, input, start);
                default -> {} // only a head
            }
        }
    }

    /** Returns the argument of a head, 0 if the head has none. */
    private static long argument(int info, BinaryInput input) throws DecodeException {
        return switch (info) {
            case 24 -> input.unsigned8();
            case 25 -> input.unsigned16();
            case 26 -> input.unsigned32();
            case 27 -> input.int64();
            default -> info < 24 ? info : 0;
        };
    }

    private static void checkTag(long tag, BinaryInput input, int start) throws DecodeException {
        if (input.peek() == BREAK) {
            throw CborTags.wrong(input.position());
        }
        if (tag == TAG_STRING_REFERENCE || tag == TAG_STRING_REFERENCE_NAMESPACE) {
            throw new DecodeException(Fault.UNSUPPORTED, "The payload has string references (tags 25, 256)", start);
        }
    }

    /** CBOR data item. Jackson finds the items, and {@link CborTags} interprets the tags. */
    private static final class CborDocument extends TokenDocument {

        private static final TokenParsers PARSERS = new TokenParsers(Factory::new);

        /** Lowest head bytes of some major types. */
        private static final int BYTES = 0x40;

        private static final int TEXT = 0x60;
        private static final int ARRAY = 0x80;
        private static final int BREAK = 0xFF;

        private int expensiveNumbers;

        /** Opens a data item in a payload that {@link CborFormat} has accepted. */
        CborDocument(byte[] payload, int start, int end) throws DecodeException {
            super("CBOR", "", PARSERS, payload, start, end);
        }

        @Override
        protected Document part(int from, int to) throws DecodeException {
            return new CborDocument(payload, from, to);
        }

        @Override
        public Kind kind() throws DecodeException {
            return tag() == CborTags.NONE ? super.kind() : Kind.SCALAR;
        }

        /** Returns the current item's tag that {@link CborTags} interprets, or {@link CborTags#NONE}. */
        private int tag() throws DecodeException {
            var tags = ((CBORParser) parser).getCurrentTags();
            int found = CborTags.NONE;
            for (int tag = 0; !tags.isEmpty() && tag <= CborTags.LAST; tag++) {
                if (tags.contains(tag)) {
                    if (found != CborTags.NONE) {
                        throw malformed(position());
                    }
                    found = tag;
                }
            }
            return found;
        }

        @Override
        public @Nullable Object scalar() throws DecodeException {
            int start = (int) position();
            int tag = tag();
            return CborTags.isOfPair(tag) ? pair(tag, start) : CborTags.value(tag, untagged(), start);
        }

        private @Nullable Object untagged() throws DecodeException {
            var value = super.scalar();
            if (value instanceof CBORSimpleValue simple) {
                throw refused(Fault.UNSUPPORTED, "The payload has the simple value " + simple.getValue());
            }
            return value;
        }

        @Override
        protected Number readDecimal() throws IOException {
            return parser.getNumberValue();
        }

        /** Reads a number that is an array of an exponent and a mantissa. */
        private Object pair(int tag, int start) throws DecodeException {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                throw malformed(start);
            }
            var exponent = integer();
            var mantissa = integer();
            if (next() != JsonToken.END_ARRAY) {
                throw malformed(start);
            }
            var number = CborTags.ofPair(tag, exponent, mantissa, start);
            if (CborTags.isExpensive(tag, exponent) && ++expensiveNumbers > CborTags.MAX_EXPENSIVE) {
                throw refused(
                        Fault.LIMIT,
                        "The payload has more than " + CborTags.MAX_EXPENSIVE + " bigfloats of many digits");
            }
            return number;
        }

        private @Nullable Object integer() throws DecodeException {
            next();
            int tag = tag();
            if (CborTags.isOfPair(tag)) {
                throw malformed(position());
            }
            return CborTags.value(tag, untagged(), (int) position());
        }

        /**
         * Skips the value, but reads all scalars except plain text, so that a kept value is known to be readable later.
         */
        @Override
        public void skip() throws DecodeException {
            boolean isObject = kind() == Kind.OBJECT;
            if (isObject || kind() == Kind.ARRAY) {
                while (isObject ? nextField() != null : nextElement()) {
                    skip();
                }
            } else if (parser.currentToken() != JsonToken.VALUE_STRING || tag() != CborTags.NONE) {
                scalar();
            }
        }

        /** Returns the name of a field; Jackson would read bytes as text and 64-bit integers as signed. */
        @Override
        protected String name() throws DecodeException {
            int start = (int) position();
            int head = payload[start] & 0xFF;
            boolean isTextOrShortInteger = head < BYTES ? (head & 0x1F) < 27 : head >= TEXT && head < ARRAY;
            if (isTextOrShortInteger) {
                return super.name();
            }
            var key = part(start, afterValue());
            var name = Document.nameOf(key.scalar());
            key.end();
            return name;
        }

        @Override
        protected DecodeException unreadable(long position) {
            int start = (int) position();
            int head = payload[start] & 0xFF;
            boolean isName = parser.getParsingContext().inObject() && parser.currentToken() != JsonToken.FIELD_NAME;
            return isName && head >= ARRAY && head != BREAK
                    ? new DecodeException(
                            Fault.UNSUPPORTED,
                            "The payload has a field whose name is not text, an integer or bytes",
                            start)
                    : malformed(start);
        }

        /**
         * Factory of CBOR parsers that leave the tags of numbers to {@link CborTags}. Jackson reads positive bignums as
         * signed, does not limit exponents, and rejects decimal fractions of indefinite length.
         */
        private static final class Factory extends CBORFactory implements TokenParsers.Factory {

            private static final long serialVersionUID = 1L;

            private static final TagList NO_TAGS = new TagList();

            Factory() {
                super(TokenParsers.limited(CBORFactory.builder())
                        .enable(CBORParser.Feature.READ_SIMPLE_VALUE_AS_EMBEDDED_OBJECT));
            }

            @Override
            public ByteQuadsCanonicalizer names() {
                return _byteSymbolCanonicalizer.makeChild(_factoryFeatures);
            }

            @Override
            public JsonParser open(byte[] payload, int start, int end, ByteQuadsCanonicalizer names) {
                return new CBORParser(
                        _createContext(ContentReference.unknown(), false),
                        _parserFeatures,
                        _formatParserFeatures,
                        null,
                        names,
                        null,
                        payload,
                        start,
                        end,
                        false) {

                    @Override
                    protected JsonToken _handleTaggedBinary(TagList tags) throws IOException {
                        return super._handleTaggedBinary(NO_TAGS);
                    }

                    @Override
                    protected JsonToken _handleTaggedArray(TagList tags, int elements) throws IOException {
                        return super._handleTaggedArray(NO_TAGS, elements);
                    }
                };
            }
        }
    }
}
