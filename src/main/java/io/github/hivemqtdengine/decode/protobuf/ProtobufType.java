// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.NullValue;
import com.google.protobuf.Parser;
import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.ValueDocument.Parts;
import io.github.hivemqtdengine.decode.document.ValueDocument.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Message type with the fields that are read, and its messages as values. Immutable. */
final class ProtobufType {

    private static final String TYPE_OF_ANY = "google.protobuf.Any.type_url";

    private final Descriptor declared;
    private final Map<Descriptor, ProtobufType> types;
    private final DynamicMessage empty;
    private final Parser<DynamicMessage> parser;
    private final List<FieldDescriptor> fields;
    private final List<FieldDescriptor> projected;

    /**
     * @param declared type as in the descriptor set
     * @param projected the type as {@link ProtobufTypes} projects it
     * @param types types of the messages in it, complete when the first message is read
     */
    ProtobufType(Descriptor declared, Descriptor projected, Map<Descriptor, ProtobufType> types) {
        this.declared = declared;
        this.types = types;
        this.empty = DynamicMessage.getDefaultInstance(projected);
        this.parser = DiscardUnknownFieldsParser.wrap(empty.getParserForType());
        this.projected = projected.getFields();
        this.fields = this.projected.stream()
                .map(field -> declared.findFieldByNumber(field.getNumber()))
                .toList();
    }

    static boolean isMessage(FieldDescriptor field) {
        return field.getJavaType() == JavaType.MESSAGE;
    }

    /** Returns a field's name as used in pointers. */
    static String name(FieldDescriptor field) {
        return field.getFullName().equals(TYPE_OF_ANY) ? "@type" : field.getName();
    }

    Descriptor declared() {
        return declared;
    }

    /** Returns the fields that are read, in the order of the .proto file. */
    List<FieldDescriptor> fields() {
        return fields;
    }

    /** Returns the type of a field's messages. */
    ProtobufType type(FieldDescriptor field) {
        return Objects.requireNonNull(types.get(field.getMessageType()), "Types of fields are known");
    }

    /**
     * Returns the value of a message that {@link ProtobufCheck} has accepted.
     *
     * @param message {@link ByteString}, parsed when its fields are read, or {@link DynamicMessage}
     */
    @Nullable
    Object value(Object message) {
        var meaning = ProtobufMeaning.of(declared);
        return switch (meaning) {
            case FIELDS -> new Message(message);
            case VALUE -> {
                var only = new Message(message);
                yield only.size() == 0 ? null : only.value(0);
            }
            case TIMESTAMP, DURATION -> meaning.time(bytes(message));
        };
    }

    private static ByteString bytes(Object message) {
        return message instanceof DynamicMessage parsed ? parsed.toByteString() : (ByteString) message;
    }

    /** Parses a message and leaves the messages in it as bytes. */
    DynamicMessage parsed(Object message) {
        if (message instanceof DynamicMessage parsed) {
            return parsed;
        }
        var encoded = (ByteString) message;
        if (encoded.isEmpty()) {
            return empty;
        }
        var in = encoded.newCodedInput();
        in.enableAliasing(true);
        try {
            return parser.parsePartialFrom(in, ExtensionRegistryLite.getEmptyRegistry());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("ProtobufCheck accepted an invalid message", e);
        }
    }

    /** Returns whether a message has a value for a field, which may be a default. */
    private boolean hasValue(int index, DynamicMessage in) {
        var field = projected.get(index);
        return fields.get(index).isRepeated()
                || !fields.get(index).hasPresence()
                || (field.isRepeated() ? in.getRepeatedFieldCount(field) > 0 : in.hasField(field));
    }

    /** Returns the value of a field in a message. */
    private @Nullable Object value(int index, DynamicMessage in) {
        var field = fields.get(index);
        var value = in.getField(projected.get(index));
        if (!field.isRepeated()) {
            return one(field, value);
        }
        var values = (List<?>) value;
        return field.isMapField()
                ? entries(index, values)
                : new Repeated(this, index, values, List.of(), i -> one(field, values.get(i)));
    }

    /** Returns the entries of a map; of several with the same key the last one counts. */
    private Repeated entries(int index, List<?> entries) {
        var type = type(fields.get(index));
        var last = new LinkedHashMap<String, DynamicMessage>();
        for (var encoded : entries) {
            var entry = type.parsed(encoded);
            last.put(String.valueOf(type.value(0, entry)), entry);
        }
        var values = new ArrayList<>(last.values());
        return new Repeated(this, index, entries, new ArrayList<>(last.keySet()), i -> type.value(1, values.get(i)));
    }

    /** Returns one value of a field; the pieces of a split message are joined. */
    private @Nullable Object one(FieldDescriptor field, Object value) {
        if (isMessage(field)) {
            return type(field).value(value instanceof List<?> pieces ? joined(pieces) : value);
        }
        return switch (field.getType()) {
            case INT32, SINT32, SFIXED32 -> ((Integer) value).longValue();
            case UINT32, FIXED32 -> Integer.toUnsignedLong((Integer) value);
            case UINT64, FIXED64 -> BinaryInput.unsigned((Long) value);
            case ENUM -> constant(field.getEnumType(), (Integer) value);
            case BYTES -> ((ByteString) value).toByteArray();
            default -> value;
        };
    }

    private static ByteString joined(List<?> pieces) {
        return pieces.size() == 1
                ? (ByteString) pieces.get(0)
                : ByteString.copyFrom(
                        pieces.stream().map(ByteString.class::cast).toList());
    }

    /** Returns the first name of a number, or the number if it has no name. */
    private static @Nullable Object constant(EnumDescriptor type, int number) {
        if (type.getFullName().equals(NullValue.getDescriptor().getFullName())) {
            return null;
        }
        var known = type.findValueByNumber(number);
        return known == null ? (Object) (long) number : known.getName();
    }

    /**
     * Elements of an array, or entries of a map.
     *
     * @param index index of the field in its type
     * @param encoded values of the field
     * @param names keys of a map
     */
    private record Repeated(ProtobufType type, int index, List<?> encoded, List<String> names, Values values)
            implements Parts {

        @Override
        public boolean isArray() {
            return !type.fields.get(index).isMapField();
        }

        @Override
        public int size() {
            return isArray() ? encoded.size() : names.size();
        }

        @Override
        public String name(int index) {
            return names.get(index);
        }

        @Override
        public @Nullable Object value(int index) throws DecodeException {
            return values.get(index);
        }

        /** Returns the encoding of a message that has nothing but this field. */
        @Override
        public byte[] encoding() {
            return type.empty
                    .newBuilderForType()
                    .setField(type.projected.get(index), encoded)
                    .build()
                    .toByteArray();
        }
    }

    /** Message as an object of the fields that have a value. */
    private final class Message implements Parts {

        private final Object encoded;
        private final List<Integer> present = new ArrayList<>();
        private @Nullable DynamicMessage parsed;

        Message(Object encoded) {
            this.encoded = encoded;
        }

        private DynamicMessage parsed() {
            if (parsed == null) {
                parsed = ProtobufType.this.parsed(encoded);
                for (int i = 0; i < fields.size(); i++) {
                    if (hasValue(i, parsed)) {
                        present.add(i);
                    }
                }
            }
            return parsed;
        }

        @Override
        public int size() {
            parsed();
            return present.size();
        }

        @Override
        public String name(int index) {
            return ProtobufType.name(fields.get(present.get(index)));
        }

        @Override
        public @Nullable Object value(int index) {
            return ProtobufType.this.value(present.get(index), parsed());
        }

        @Override
        public byte[] encoding() {
            return bytes(encoded).toByteArray();
        }
    }
}
