// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Type that reads the values of a schema. Immutable once the whole schema has been processed. */
final class AvroType {

    /** Branch of a union that the reader's schema can't read. */
    static final AvroType UNREADABLE = new AvroType(Schema.create(Schema.Type.NULL), null);

    private final Schema.Type type;
    private final Kind kind;
    private final @Nullable Meaning meaning;
    private long minSize;
    private Part[] parts = {};

    /** Conversion of a value that was read. */
    @FunctionalInterface
    interface Meaning {
        Object of(Object plain, AvroInput input) throws DecodeException;
    }

    /**
     * Field of a record, branch of a union, or item of an array or a map.
     *
     * @param name name of a field; {@code null} for any other part, and if the reader's schema does not have the field
     * @param value encoded default of a field that the writer does not have, or {@code null}
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Part(@Nullable String name, AvroType type, byte @Nullable [] value) {

        Part(AvroType type) {
            this(null, type, null);
        }
    }

    /** @param meaning conversion of the value that was read, or {@code null} to use it unchanged */
    AvroType(Schema schema, @Nullable Meaning meaning) {
        this.type = schema.getType();
        this.meaning = meaning;
        this.kind = switch (type) {
            case RECORD, MAP -> Kind.OBJECT;
            case ARRAY -> Kind.ARRAY;
            default -> Kind.SCALAR;
        };
        this.minSize = switch (type) {
            case NULL, RECORD -> 0;
            case FLOAT -> Float.BYTES;
            case DOUBLE -> Double.BYTES;
            case FIXED -> schema.getFixedSize();
            default -> 1;
        };
    }

    /** Sets the parts and returns this type; called once, because a record may contain itself. */
    AvroType of(List<Part> all) {
        parts = all.toArray(Part[]::new);
        if (isRecord()) {
            minSize = all.stream()
                    .filter(field -> field.value() == null)
                    .mapToLong(field -> field.type().minSize)
                    .reduce(0, (sum, size) -> Math.min(sum + size, Integer.MAX_VALUE));
        }
        return this;
    }

    Kind kind() {
        return kind;
    }

    boolean isRecord() {
        return type == Schema.Type.RECORD;
    }

    Part part(int index) {
        return parts[index];
    }

    int partCount() {
        return parts.length;
    }

    /** Returns the minimum size of a value in bytes. */
    int minSize() {
        return (int) minSize;
    }

    /** Returns whether each value has {@link #minSize} bytes, at least one, and all byte patterns are valid. */
    boolean isFixed() {
        return meaning == null
                && (type == Schema.Type.FLOAT
                        || type == Schema.Type.DOUBLE
                        || (type == Schema.Type.FIXED && minSize > 0));
    }

    /** Returns the type of the value at the input's position; a union reads its branch index. */
    AvroType actual(AvroInput input) throws DecodeException {
        if (type != Schema.Type.UNION) {
            return this;
        }
        long index = input.readLong();
        if (index < 0 || index >= parts.length) {
            throw input.failure(Fault.MALFORMED, "The payload names a branch that its union does not have");
        }
        var branch = parts[(int) index].type();
        if (branch == UNREADABLE) {
            throw input.failure(Fault.MALFORMED, "The payload has a value that the reader's schema can't read");
        }
        return branch.actual(input);
    }

    /** Reads the scalar at the input's position and moves past it. */
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
                yield input.bytes(minSize);
            }
            case RECORD, ARRAY, MAP, UNION -> throw new IllegalStateException("A scalar has no parts");
        };
    }

    /**
     * Skips a value and checks it.
     *
     * @param outer enclosing level, or {@code null}
     */
    void skip(AvroInput input, @Nullable AvroLevel outer) throws DecodeException {
        if (type == Schema.Type.UNION) {
            actual(input).skip(input, outer);
        } else if (kind != Kind.SCALAR) {
            new AvroLevel(this, input, outer).skip();
        } else if (isFixed()) {
            input.pass(minSize);
        } else if (meaning == null && type == Schema.Type.STRING) {
            input.skipUtf8(input.readLength());
        } else if (meaning == null && type == Schema.Type.BYTES) {
            input.pass(input.readLength());
        } else {
            read(input);
        }
    }
}
