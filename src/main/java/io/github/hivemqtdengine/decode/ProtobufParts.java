package io.github.hivemqtdengine.decode;

/** The fields of an object or the elements of an array, one after the other. For one thread. */
interface ProtobufParts {

    /** Goes to the next one, if there is one. */
    boolean next() throws DecodeException;

    /** The name of a field. */
    default String name() {
        throw new IllegalStateException("Elements have no names");
    }

    /** The value there. */
    ProtobufValue value() throws DecodeException;
}
