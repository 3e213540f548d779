package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.NullValue;
import com.google.protobuf.WireFormat;
import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import io.github.hivemqtdengine.decode.protobuf.ProtobufValue.Part;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Field of a message type. Immutable.
 *
 * @param declared field as in the descriptor set
 * @param projected field as used for parsing
 * @param message type of its messages, {@code null} for scalars
 */
record ProtobufField(
        String name,
        FieldDescriptor declared,
        FieldDescriptor projected,
        @Nullable ProtobufType message) {

    private static final String TYPE_OF_ANY = "google.protobuf.Any.type_url";

    static ProtobufField of(FieldDescriptor declared, FieldDescriptor projected, Map<Descriptor, ProtobufType> types) {
        var message = isMessage(declared) ? types.get(declared.getMessageType()) : null;
        return new ProtobufField(name(declared), declared, projected, message);
    }

    /** Returns a field's name as used in pointers. */
    static String name(FieldDescriptor field) {
        return field.getFullName().equals(TYPE_OF_ANY) ? "@type" : field.getName();
    }

    static boolean isMessage(FieldDescriptor field) {
        return field.getJavaType() == JavaType.MESSAGE;
    }

    boolean isMap() {
        return declared.isMapField();
    }

    boolean isArray() {
        return declared.isRepeated() && !isMap();
    }

    /** Returns the wire type of a single value. */
    int wireType() {
        return projected.getLiteType().getWireType();
    }

    /** Returns whether a tag precedes a value of this field. */
    boolean isAfter(int tag) {
        int type = WireFormat.getTagWireType(tag);
        return type == wireType() || (type == WireFormat.WIRETYPE_LENGTH_DELIMITED && declared.isPackable());
    }

    /** Returns whether a message has a value for the field, which may be a default. */
    boolean hasValue(DynamicMessage in) {
        return declared.isRepeated()
                || !declared.hasPresence()
                || (projected.isRepeated() ? in.getRepeatedFieldCount(projected) > 0 : in.hasField(projected));
    }

    /** Returns the value of the field in a message. */
    ProtobufValue value(DynamicMessage in) throws DecodeException {
        if (!declared.isRepeated()) {
            return one(in.getField(projected));
        }
        return isMap()
                ? new ProtobufValue(Kind.OBJECT, null, () -> entries(in), () -> encoded(in))
                : new ProtobufValue(Kind.ARRAY, null, () -> elements(in), () -> encoded(in));
    }

    private Iterator<Part> elements(DynamicMessage in) {
        var elements = ((List<?>) in.getField(projected)).iterator();
        return new Iterator<>() { // a stream's iterator takes more memory than a short array
            @Override
            public boolean hasNext() {
                return elements.hasNext();
            }

            @Override
            public Part next() {
                var element = elements.next();
                return new Part("", () -> one(element));
            }
        };
    }

    /** Returns the entries of a map; of several with the same key the last one counts. */
    private Iterator<Part> entries(DynamicMessage in) throws DecodeException {
        var type = Objects.requireNonNull(message, "Entries are messages");
        var key = type.fields().get(0);
        var value = type.fields().get(1);
        var values = new LinkedHashMap<String, Part>();
        for (var encoded : (List<?>) in.getField(projected)) {
            var entry = type.parsed((ByteString) encoded);
            var name = String.valueOf(key.value(entry).scalar());
            var last = entry.getField(value.projected);
            values.put(name, new Part(name, () -> value.one(last)));
        }
        return values.values().iterator();
    }

    /** Returns the encoding of a message that has nothing but this field. */
    private ByteString encoded(DynamicMessage in) {
        return DynamicMessage.newBuilder(in.getDescriptorForType())
                .setField(projected, in.getField(projected))
                .build()
                .toByteString();
    }

    /** Returns one value of the field; the pieces of a split message are joined. */
    private ProtobufValue one(Object value) throws DecodeException {
        if (message == null) {
            return ProtobufValue.ofScalar(scalar(value));
        }
        return message.value(value instanceof List<?> pieces ? joined(pieces) : value);
    }

    private static ByteString joined(List<?> pieces) {
        return pieces.size() == 1
                ? (ByteString) pieces.get(0)
                : ByteString.copyFrom(
                        pieces.stream().map(ByteString.class::cast).toList());
    }

    private @Nullable Object scalar(Object value) {
        return switch (declared.getType()) {
            case INT32, SINT32, SFIXED32 -> ((Integer) value).longValue();
            case UINT32, FIXED32 -> Integer.toUnsignedLong((Integer) value);
            case UINT64, FIXED64 -> BinaryInput.unsigned((Long) value);
            case ENUM -> constant(declared.getEnumType(), (Integer) value);
            case BYTES -> ((ByteString) value).toByteArray();
            default -> value;
        };
    }

    /** Returns the first name of a number, or the number if it has no name. */
    private static @Nullable Object constant(EnumDescriptor type, int number) {
        if (type.getFullName().equals(NullValue.getDescriptor().getFullName())) {
            return null;
        }
        var known = type.findValueByNumber(number);
        return known == null ? (Object) (long) number : known.getName();
    }
}
