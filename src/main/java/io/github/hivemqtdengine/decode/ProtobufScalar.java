package io.github.hivemqtdengine.decode;

import com.google.protobuf.CodedInputStream;
import io.github.hivemqtdengine.decode.Document.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A scalar of a Protobuf payload.
 *
 * @param scalar as {@link Decoder} lists them
 */
record ProtobufScalar(@Nullable Object scalar, int position) implements ProtobufValue {

    private static final long UNSIGNED_32 = 0xFFFF_FFFFL;

    @Override
    public Kind kind() {
        return Kind.SCALAR;
    }

    @Override
    public ProtobufParts parts() {
        throw new IllegalStateException("A scalar has no parts");
    }

    @Override
    public Structure structure(Supplier<String> json) {
        throw new IllegalStateException("A scalar is no structure");
    }

    /** Reads a value of a field, whose tag and length are passed; what has a length ends where the input does. */
    static @Nullable Object read(ProtobufField field, ProtobufInput in) throws DecodeException {
        return switch (field.type()) {
            case INT64 -> in.varint();
            case INT32 -> (long) (int) in.varint();
            case UINT64 -> Unsigned.of(in.varint());
            case UINT32 -> in.varint() & UNSIGNED_32;
            case SINT64 -> CodedInputStream.decodeZigZag64(in.varint());
            case SINT32 -> (long) CodedInputStream.decodeZigZag32((int) in.varint());
            case FIXED64 -> Unsigned.of(in.fixed64());
            case FIXED32 -> in.fixed32() & UNSIGNED_32;
            case SFIXED64 -> in.fixed64();
            case SFIXED32 -> (long) in.fixed32();
            case FLOAT -> Float.intBitsToFloat(in.fixed32());
            case DOUBLE -> Double.longBitsToDouble(in.fixed64());
            case BOOL -> in.varint() != 0;
            case ENUM -> constants(field).value((int) in.varint());
            case STRING -> new String(in.rest(), StandardCharsets.UTF_8);
            case BYTES -> in.rest();
            case MESSAGE, GROUP -> throw new IllegalStateException("A message is no scalar");
        };
    }

    private static ProtobufConstants constants(ProtobufField field) {
        return Objects.requireNonNull(field.constants(), "An enum has constants");
    }

    /** What a field without presence is if it is not there. */
    static @Nullable Object zero(ProtobufField field) {
        return switch (field.type()) {
            case FLOAT -> 0f;
            case DOUBLE -> 0d;
            case BOOL -> false;
            case ENUM -> constants(field).first();
            case STRING -> "";
            case BYTES -> new byte[0];
            default -> 0L;
        };
    }
}
