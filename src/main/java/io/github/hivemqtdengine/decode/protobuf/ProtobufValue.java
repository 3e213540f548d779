package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.ByteString;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Value in a Protobuf message. Immutable.
 *
 * @param scalar scalar as one of the types in {@code Decoder}
 * @param parts parts of an object or array, read on demand
 * @param encoded encoding of an object, or of a message that contains only an array or a map
 */
record ProtobufValue(Kind kind, @Nullable Object scalar, Deferred<Iterator<Part>> parts, Supplier<ByteString> encoded) {

    /** Field of an object, or element of an array with an empty name. */
    record Part(String name, Deferred<ProtobufValue> value) {}

    /** Deferred read of a value or of its parts. */
    @FunctionalInterface
    interface Deferred<T> {
        T read() throws DecodeException;
    }

    static ProtobufValue ofScalar(@Nullable Object scalar) {
        return new ProtobufValue(Kind.SCALAR, scalar, Collections::emptyIterator, () -> ByteString.EMPTY);
    }
}
