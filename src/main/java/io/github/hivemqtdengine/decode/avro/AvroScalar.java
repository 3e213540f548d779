package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import java.util.Objects;
import java.util.function.IntFunction;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Type of values without parts.
 *
 * @param size number of bytes of a {@code fixed}, otherwise 0
 * @param meaning conversion of the value that was read, or {@code null} to use it unchanged
 */
record AvroScalar(Schema.Type type, int size, @Nullable Meaning meaning) implements AvroType {

    /** Conversion of a value that was read. */
    @FunctionalInterface
    interface Meaning {
        Object of(Object plain, AvroInput input) throws DecodeException;
    }

    static AvroScalar of(Schema schema, @Nullable Meaning meaning) {
        int size = schema.getType() == Schema.Type.FIXED ? schema.getFixedSize() : 0;
        return new AvroScalar(schema.getType(), size, meaning);
    }

    /**
     * Returns the type of an enum.
     *
     * @param symbol symbol by its index; {@code null} if the reader's schema does not have it
     */
    static AvroScalar ofSymbols(int count, IntFunction<@Nullable String> symbol) {
        return new AvroScalar(Schema.Type.ENUM, 0, (index, input) -> {
            if ((long) index < 0 || (long) index >= count) {
                throw input.failure(Fault.MALFORMED, "The payload has a symbol that its enum does not have");
            }
            var text = symbol.apply((int) (long) index);
            if (text == null) {
                throw input.failure(Fault.MALFORMED, "The payload has a symbol that the reader's schema does not have");
            }
            return text;
        });
    }

    @Override
    public Kind kind() {
        return Kind.SCALAR;
    }

    @Override
    public int minSize() {
        return switch (type) {
            case NULL -> 0;
            case FLOAT -> Float.BYTES;
            case DOUBLE -> Double.BYTES;
            case FIXED -> size;
            default -> 1;
        };
    }

    @Override
    public boolean isFixed() {
        return meaning == null && (type == Schema.Type.FLOAT || type == Schema.Type.DOUBLE || size > 0);
    }

    /** Reads the value at the input's position and moves past it. */
    @Nullable
    Object read(AvroInput input) throws DecodeException {
        var plain = plain(input);
        return meaning == null ? plain : meaning.of(Objects.requireNonNull(plain), input);
    }

    private @Nullable Object plain(AvroInput input) throws DecodeException {
        return switch (type) {
            case NULL -> {
                input.step();
                yield null;
            }
            case BOOLEAN -> input.readBoolean();
            case INT, ENUM -> input.readInt();
            case LONG -> input.readLong();
            case FLOAT -> input.readFloat();
            case DOUBLE -> input.readDouble();
            case STRING -> input.readText();
            case BYTES -> input.bytes(input.readLength());
            case FIXED -> {
                input.step();
                yield input.bytes(size);
            }
            case RECORD, ARRAY, MAP, UNION -> throw new IllegalStateException("A scalar has no parts");
        };
    }

    @Override
    public void skip(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
        if (isFixed()) {
            input.pass(minSize());
        } else if (meaning == null && type == Schema.Type.STRING) {
            input.skipUtf8(input.readLength());
        } else if (meaning == null && type == Schema.Type.BYTES) {
            input.pass(input.readLength());
        } else {
            read(input);
        }
    }
}
