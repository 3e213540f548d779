// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.github.hivemqtdengine.decode.document.FieldNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Projection of message types to the fields that a route needs, so that protobuf-java builds nothing else. For one
 * thread.
 *
 * <p>A projected type reads the same bytes differently. A nested message becomes {@code repeated bytes}, one value for
 * each of its pieces. A million messages thus take little memory until they are read one by one. Only groups and
 * members of a {@code oneof}, of which the last one counts, stay messages. Enum constants are numbers, so that unknown
 * ones are kept. All fields have presence.
 */
final class ProtobufTypes {

    private final Map<Descriptor, Wanted> wanted = new LinkedHashMap<>();
    private final Set<Map.Entry<Descriptor, FieldNode>> visited = new HashSet<>();

    private ProtobufTypes() {}

    /** Name and wanted fields of a projected type. */
    private record Wanted(String name, Set<FieldDescriptor> fields) {}

    /** Returns a type with what is below some nodes. */
    static ProtobufType projected(Descriptor type, List<FieldNode> nodes) {
        return Objects.requireNonNull(projected(List.of(type), nodes).get(type), "The root is wanted");
    }

    /** Returns several {@link #projected} types, which share the types that they use. */
    static Map<Descriptor, ProtobufType> projected(Collection<Descriptor> roots, List<FieldNode> nodes) {
        var types = new ProtobufTypes();
        for (var type : roots) {
            types.fields(type);
            nodes.forEach(node -> types.want(type, node));
        }
        return types.built();
    }

    private Set<FieldDescriptor> fields(Descriptor type) {
        return wanted.computeIfAbsent(type, added -> new Wanted("M" + wanted.size(), new HashSet<>()))
                .fields();
    }

    private void want(Descriptor type, FieldNode node) {
        if (!visited.add(Map.entry(type, node))) {
            return;
        }
        var here = ProtobufMeaning.of(type) == ProtobufMeaning.FIELDS ? node : FieldNode.WHOLE;
        for (var field : type.getFields()) {
            for (var part : here.parts(ProtobufType.name(field))) {
                add(field);
                var value =
                        field.isMapField() ? field.getMessageType().getFields().get(1) : field;
                if (ProtobufType.isMessage(value)) {
                    var inner = field.isRepeated() ? part.parts(null) : List.of(part);
                    inner.forEach(below -> want(value.getMessageType(), below));
                }
            }
        }
    }

    /** Adds a field and the other members of its oneof, any of which may replace its value. */
    private void add(FieldDescriptor field) {
        var oneof = field.getRealContainingOneof();
        for (var member : oneof == null ? List.of(field) : oneof.getFields()) {
            fields(member.getContainingType()).add(member);
            if (ProtobufType.isMessage(member)) {
                fields(member.getMessageType());
            }
        }
        if (field.isMapField()) {
            field.getMessageType().getFields().forEach(this::add);
        }
    }

    private Map<Descriptor, ProtobufType> built() {
        var file = FileDescriptorProto.newBuilder();
        wanted.keySet().forEach(type -> file.addMessageType(projected(type)));
        try {
            var built = FileDescriptor.buildFrom(file.build(), new FileDescriptor[0]);
            var types = new HashMap<Descriptor, ProtobufType>();
            wanted.forEach((type, as) ->
                    types.put(type, new ProtobufType(type, built.findMessageTypeByName(as.name()), types)));
            return types;
        } catch (DescriptorValidationException e) {
            throw new IllegalStateException("A part of a valid type is valid", e);
        }
    }

    private DescriptorProto projected(Descriptor type) {
        var message = DescriptorProto.newBuilder().setName(name(type));
        type.getRealOneofs().forEach(oneof -> message.addOneofDeclBuilder().setName(oneof.getName()));
        type.getFields().stream()
                .filter(fields(type)::contains)
                .map(this::projected)
                .forEach(message::addField);
        return message.build();
    }

    private FieldDescriptorProto projected(FieldDescriptor field) {
        var oneof = field.getRealContainingOneof();
        var projected = FieldDescriptorProto.newBuilder()
                .setName(field.getName())
                .setNumber(field.getNumber())
                .setLabel(field.isRepeated() ? Label.LABEL_REPEATED : Label.LABEL_OPTIONAL)
                .setType(field.getType().toProto());
        if (oneof != null) {
            projected.setOneofIndex(oneof.getIndex());
        }
        if (field.isPacked()) {
            projected.getOptionsBuilder().setPacked(true);
        }
        if (field.getType() == FieldDescriptor.Type.ENUM) {
            projected.setType(FieldDescriptorProto.Type.TYPE_INT32);
            if (!field.isRepeated()) {
                var first = field.getEnumType().getValues().get(0);
                projected.setDefaultValue(Integer.toString(first.getNumber()));
            }
        } else if (field.getType() == FieldDescriptor.Type.GROUP || (ProtobufType.isMessage(field) && oneof != null)) {
            projected.setTypeName("." + name(field.getMessageType()));
        } else if (ProtobufType.isMessage(field)) {
            projected.setLabel(Label.LABEL_REPEATED).setType(FieldDescriptorProto.Type.TYPE_BYTES);
        }
        return projected.build();
    }

    private String name(Descriptor type) {
        return Objects.requireNonNull(wanted.get(type), "Types of wanted fields are wanted")
                .name();
    }
}
