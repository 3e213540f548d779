package io.github.hivemqtdengine.decode;

import org.jspecify.annotations.Nullable;

/**
 * A payload that is read forward, value by value: the seam between a format, which knows bytes, and {@link TreeReading},
 * which knows what a route asks for. At first it stands at the value that the whole payload is. For one thread.
 *
 * <p>Whatever the bytes are, nothing but a {@link DecodeException} leaves it, it keeps no more memory than the payload
 * has, and it nests no deeper than {@link #MAX_DEPTH}.
 */
interface Document {

    /** How many objects and arrays may be in each other. */
    int MAX_DEPTH = 100;

    /** How many digits a number may have. */
    int MAX_DIGITS = 1_000;

    /** What a value is. */
    enum Kind {
        /** Fields, each with a name. */
        OBJECT,
        /** Elements in an order. */
        ARRAY,
        /** Anything else. */
        SCALAR
    }

    /** What the value is that the document stands at; it goes on standing there. */
    Kind kind() throws DecodeException;

    /** The scalar that the document stands at, as {@link Decoder} lists them; passes it. */
    @Nullable
    Object scalar() throws DecodeException;

    /** Passes the value that the document stands at, and checks it as if it were read. */
    void skip() throws DecodeException;

    /** Enters the object or the array that the document stands at; {@link #nextField} or {@link #nextElement} follows. */
    void enter() throws DecodeException;

    /**
     * Goes to the value of the next field.
     *
     * @return the field's name, or {@code null} if there is none left, which passes the object
     */
    @Nullable
    String nextField() throws DecodeException;

    /** Goes to the next element; if there is none left, it says false and passes the array. */
    boolean nextElement() throws DecodeException;

    /** Begins to keep the value that the document stands at. */
    Kept keep() throws DecodeException;

    /** Requires that nothing is behind the value of the whole payload, once that is passed. */
    void end() throws DecodeException;

    /** The byte that the document stands at. */
    long position();

    /**
     * Goes on behind an element of the outermost array that could not be read; {@link #nextElement} follows, and says false
     * if nothing that is left can be told apart.
     *
     * @throws DecodeException the failure itself, if more than the element has failed
     */
    default void passBroken(DecodeException failure) throws DecodeException {
        throw failure;
    }

    /** A value that is kept while it is passed. */
    interface Kept {

        /** Says that the document has just passed it. */
        void end() throws DecodeException;

        /** The object or array as a whole, once it is passed. */
        Structure structure() throws DecodeException;

        /** A document that stands at the value once more, once it is passed. */
        Document again() throws DecodeException;
    }
}
