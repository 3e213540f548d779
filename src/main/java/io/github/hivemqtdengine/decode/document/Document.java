// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Forward reader of a payload, value by value, positioned at first at the value of the whole payload. It separates the
 * bytes of a format from the fields of a route, which {@link TreeDecoder} selects. For one thread.
 *
 * <p>For any bytes, the only exception is {@link DecodeException}. A document keeps no more memory than the size of the
 * payload (Protobuf: 25 times that size, Sparkplug B: 40 times, a namespace: 10,000 values), and nests no deeper than {@link #MAX_DEPTH}.
 */
public interface Document {

    /** Maximum nesting depth of objects and arrays. */
    int MAX_DEPTH = 100;

    /** Maximum number of digits of a number. */
    int MAX_DIGITS = 1_000;

    /** Kinds of values. */
    enum Kind {
        /** Named fields. */
        OBJECT,
        /** Ordered elements. */
        ARRAY,
        /** Any other value. */
        SCALAR
    }

    /** Returns the kind of the current value, without moving. */
    Kind kind() throws DecodeException;

    /** Reads the current scalar as one of the types in {@code Decoder}, and moves past it. */
    @Nullable
    Object scalar() throws DecodeException;

    /** Skips the current value, checked as if it were read. */
    void skip() throws DecodeException;

    /** Enters the current object or array; {@link #nextField} or {@link #nextElement} follows. */
    void enter() throws DecodeException;

    /**
     * Moves to the value of the next field.
     *
     * @return the field's name, or {@code null} after moving past the end of the object
     */
    @Nullable
    String nextField() throws DecodeException;

    /** Moves to the next element and returns true; at the end of the array, moves past it and returns false. */
    boolean nextElement() throws DecodeException;

    /** Starts to keep the current value. */
    Kept keep() throws DecodeException;

    /** Requires that nothing follows the value of the whole payload; called after that value. */
    void end() throws DecodeException;

    /** Returns the current byte position. */
    long position();

    /**
     * Continues after an element of the outermost array that could not be read. {@link #nextElement} follows; it
     * returns false if no further element can be located.
     *
     * @throws DecodeException the failure itself, if more than the element is affected
     */
    default void passBroken(DecodeException failure) throws DecodeException {
        throw failure;
    }

    /** Returns the name of a field whose name is a scalar; bytes are base64. */
    static String nameOf(@Nullable Object scalar) {
        return scalar instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : String.valueOf(scalar);
    }

    /** Value that is kept while the document moves past it. */
    interface Kept {

        /** Marks the end of the value; called immediately after the document has moved past it. */
        default void end() throws DecodeException {}

        /** Returns the whole object or array; called after {@link #end}. */
        Structure structure() throws DecodeException;

        /** Returns a document positioned at the value again; called after {@link #end}. */
        Document again() throws DecodeException;
    }

    /** Document that is read from the first byte to the last. A kept value is a range of its bytes. */
    abstract class ByteDocument implements Document {

        protected final byte[] payload;

        protected ByteDocument(byte[] payload) {
            this.payload = payload;
        }

        /** Returns the index after the value that was just read or skipped. */
        protected abstract int afterValue() throws DecodeException;

        /** Opens a range of the payload as a separate document. */
        protected abstract Document part(int from, int to) throws DecodeException;

        /** Returns whether the bytes are JSON. */
        protected boolean isJson() {
            return false;
        }

        @Override
        public final Kept keep() {
            return new KeptBytes((int) position());
        }

        private final class KeptBytes implements Kept {

            private final int from;
            private int to;

            KeptBytes(int from) {
                this.from = from;
            }

            @Override
            public void end() throws DecodeException {
                to = afterValue();
            }

            @Override
            public Structure structure() {
                return new Structure(payload, from, to, isJson() ? null : this);
            }

            @Override
            public Document again() throws DecodeException {
                return part(from, to);
            }
        }
    }
}
