package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import org.jspecify.annotations.Nullable;

/** How a binary format writes values: those of some input one after the other, as if none were in another. */
interface BinaryItems {

    /** In place of a number of entries: they end where {@link #passBreak} says so. */
    long UNTIL_BREAK = -1;

    /** What the value is that the input stands at; it goes on standing there. */
    Kind kind() throws DecodeException;

    /**
     * Passes what is in front of the entries of an object or an array.
     *
     * @return how many there are, no more than fit into the bytes that are left, or {@link #UNTIL_BREAK}
     */
    long enter() throws DecodeException;

    /** Passes the end of an object or array whose entries are not counted, if it is here. */
    boolean passBreak() throws DecodeException;

    /** The scalar, as {@link Decoder} lists them; passes it. */
    @Nullable
    Object scalar() throws DecodeException;

    /** Passes the scalar, and checks it as if it were read. */
    void skipScalar() throws DecodeException;
}
