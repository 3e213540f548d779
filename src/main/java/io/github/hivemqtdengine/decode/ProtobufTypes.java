package io.github.hivemqtdengine.decode;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat.JavaType;
import io.github.hivemqtdengine.decode.ProtobufField.Count;
import java.util.HashMap;
import java.util.Map;

/** Makes message types of descriptors; a type may have itself among its fields. For one thread. */
final class ProtobufTypes {

    private static final String ANY = "google.protobuf.Any";
    private static final String TYPE_OF_ANY = "type_url";

    private final Map<Descriptor, ProtobufType> known = new HashMap<>();

    ProtobufType of(Descriptor message) {
        var type = known.get(message);
        if (type == null) {
            type = new ProtobufType(
                    WellKnownTypes.meaning(message), message.getRealOneofs().size());
            known.put(message, type);
            type.define(message.getFields().stream().map(this::field).toList());
        }
        return type;
    }

    private ProtobufField field(FieldDescriptor field) {
        var oneof = field.getRealContainingOneof();
        boolean isMessage = field.getLiteType().getJavaType() == JavaType.MESSAGE;
        return new ProtobufField(
                field.getIndex(),
                field.getNumber(),
                name(field),
                count(field),
                field.getLiteType(),
                field.hasPresence() && !field.getContainingType().getOptions().getMapEntry(),
                oneof == null ? -1 : oneof.getIndex(),
                isMessage ? of(field.getMessageType()) : null,
                field.getType() == FieldDescriptor.Type.ENUM ? ProtobufConstants.of(field.getEnumType()) : null);
    }

    private static String name(FieldDescriptor field) {
        boolean isType = field.getName().equals(TYPE_OF_ANY)
                && field.getContainingType().getFullName().equals(ANY);
        return isType ? "@type" : field.getName();
    }

    private static Count count(FieldDescriptor field) {
        if (field.isMapField()) {
            return Count.MAP;
        }
        return field.isRepeated() ? Count.MANY : Count.ONE;
    }
}
