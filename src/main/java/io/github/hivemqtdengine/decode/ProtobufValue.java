package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value of a Protobuf payload: it can be read as often as somebody likes. Immutable. */
interface ProtobufValue {

    /** What it is. */
    Kind kind();

    /** What a scalar is. */
    @Nullable
    Object scalar();

    /** What an object or an array is made of, to be gone through once. */
    ProtobufParts parts() throws DecodeException;

    /**
     * An object or an array as a whole. Its bytes are an encoding of the message that it is, or of one that has nothing
     * but this field.
     *
     * @param json makes its text
     */
    Structure structure(Supplier<String> json) throws DecodeException;

    /** The byte that it begins at, or that its message begins at if it isn't there itself. */
    int position();
}
