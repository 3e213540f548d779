// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.document.Document.ByteDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Payload, or part of a payload, that a streaming parser of Jackson reads. */
public abstract class TokenDocument extends ByteDocument {

    protected final JsonParser parser;
    private final String format;
    private final String blanks;
    private final int end;

    /** Index in the payload of the byte that the parser counts as 0. */
    private final int origin;

    /** Index after the whole value once that has been read, -1 before. */
    private int after = -1;

    /**
     * Opens a document at its first value.
     *
     * @param format name of the format in error messages
     * @param blanks characters that may follow the value
     */
    public TokenDocument(String format, String blanks, TokenParsers parsers, byte[] payload, int start, int end)
            throws DecodeException {
        super(payload);
        this.format = format;
        this.blanks = blanks;
        this.end = end;
        this.parser = parsers.open(payload, start, end);
        // JSON's parser counts from the start of the document, CBOR's from the start of the array
        this.origin = start - (int) parser.currentLocation().getByteOffset();
        if (next() == null) {
            throw new DecodeException(Fault.TRUNCATED, "The payload is empty", start);
        }
    }

    /** Reads the current number, which has a fraction or an exponent. */
    protected abstract Number readDecimal() throws IOException, DecodeException;

    @Override
    public Kind kind() throws DecodeException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> Kind.OBJECT;
            case START_ARRAY -> Kind.ARRAY;
            default -> Kind.SCALAR;
        };
    }

    @Override
    public @Nullable Object scalar() throws DecodeException {
        try {
            return switch (parser.currentToken()) {
                case VALUE_STRING -> parser.getText();
                case VALUE_NUMBER_INT ->
                    parser.getNumberType() == NumberType.BIG_INTEGER
                            ? parser.getBigIntegerValue()
                            : (Number) parser.getLongValue();
                case VALUE_NUMBER_FLOAT -> readDecimal();
                case VALUE_TRUE -> true;
                case VALUE_FALSE -> false;
                case VALUE_NULL -> null;
                case VALUE_EMBEDDED_OBJECT -> parser.getEmbeddedObject();
                default -> throw malformed(position());
            };
        } catch (IOException e) {
            throw failure(e);
        }
    }

    @Override
    public void skip() throws DecodeException {
        try {
            parser.skipChildren();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    @Override
    public final void enter() {
        // the next token is the first one inside
    }

    @Override
    public final @Nullable String nextField() throws DecodeException {
        if (next() == JsonToken.END_OBJECT) {
            return null;
        }
        var name = name();
        next();
        return name;
    }

    /** Returns the name of the current field. */
    protected String name() throws DecodeException {
        return parser.getParsingContext().getCurrentName();
    }

    @Override
    public final boolean nextElement() throws DecodeException {
        return next() != JsonToken.END_ARRAY;
    }

    protected final @Nullable JsonToken next() throws DecodeException {
        try {
            return parser.nextToken();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Requires that only blanks follow, and releases the buffers and the field names for the next document. */
    @Override
    public final void end() throws DecodeException {
        after = afterValue();
        close();
        for (int i = after; i < end; i++) {
            if (blanks.indexOf(payload[i]) < 0) {
                throw new DecodeException(Fault.MALFORMED, "The payload has data after its " + format + " value", i);
            }
        }
    }

    @Override
    protected final int afterValue() throws DecodeException {
        if (after >= 0) {
            return after;
        }
        try {
            parser.finishToken();
            return here();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /** Returns the index after the last byte that the parser has read. */
    private int here() {
        return origin + (int) parser.currentLocation().getByteOffset();
    }

    @Override
    public final long position() {
        return after >= 0 ? after : origin + parser.currentTokenLocation().getByteOffset();
    }

    /** Releases the parser's buffers. Each rejected record of a list would otherwise take buffers of its own. */
    private void close() {
        try {
            parser.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // no stream to close
        }
    }

    /** Returns the parser's failure without its message, which quotes the payload. */
    private DecodeException failure(IOException e) {
        var location = e instanceof JsonProcessingException located ? located.getLocation() : null;
        long position = location == null ? here() : origin + location.getByteOffset();
        var failure = e instanceof StreamConstraintsException reached
                ? limit(reached.getOriginalMessage())
                : e instanceof JsonEOFException
                        ? new DecodeException(Fault.TRUNCATED, "The payload's " + format + " ends too early", here())
                        : unreadable(position);
        close();
        return failure;
    }

    /** @param sentence Jackson's message, whose first word names the limit */
    private DecodeException limit(String sentence) {
        if (parser.getParsingContext().getNestingDepth() > MAX_DEPTH) {
            return new DecodeException(
                    Fault.LIMIT, "The payload nests deeper than " + MAX_DEPTH + " levels", position());
        }
        var excess = sentence.startsWith("Number")
                ? "a number of more than " + MAX_DIGITS + " digits"
                : sentence.startsWith("Name")
                        ? "a field name of more than " + TokenParsers.MAX_NAME_BYTES + " bytes"
                        : "too many field names of one hash value";
        return new DecodeException(Fault.LIMIT, "The payload has " + excess, here());
    }

    /**
     * Returns the failure for input that the parser can't read.
     *
     * @param position position that the parser reports
     */
    protected DecodeException unreadable(long position) {
        return malformed(position);
    }

    protected final DecodeException malformed(long position) {
        close();
        return new DecodeException(Fault.MALFORMED, "The payload is not valid " + format, position);
    }

    /** Returns a failure at the current token. */
    protected final DecodeException refused(Fault fault, String sentence) {
        long position = position();
        close();
        return new DecodeException(fault, sentence, position);
    }
}
