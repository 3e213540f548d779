package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.dataformat.cbor.CBORParser;
import com.fasterxml.jackson.dataformat.cbor.CBORParser.TagList;
import java.io.IOException;

/**
 * Factory of CBOR parsers that leave the tags of numbers to {@link CborTags}. Jackson reads positive bignums as signed,
 * does not limit exponents, and rejects decimal fractions of indefinite length.
 */
final class CborParsers extends CBORFactory implements TokenParsers.Factory {

    private static final long serialVersionUID = 1L;

    private static final TagList NO_TAGS = new TagList();

    CborParsers() {
        super(TokenParsers.limited(CBORFactory.builder())
                .enable(CBORParser.Feature.READ_SIMPLE_VALUE_AS_EMBEDDED_OBJECT));
    }

    @Override
    public ByteQuadsCanonicalizer names() {
        return _byteSymbolCanonicalizer.makeChild(_factoryFeatures);
    }

    @Override
    protected CBORParser _createParser(byte[] payload, int start, int length, IOContext context) {
        int end = start + length;
        return new CBORParser(
                context, _parserFeatures, _formatParserFeatures, null, names(), null, payload, start, end, false) {

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
