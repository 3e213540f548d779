package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.github.hivemqtdengine.decode.RecordShape;
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

    private final Map<Descriptor, Set<FieldDescriptor>> wanted = new LinkedHashMap<>();
    private final Map<Descriptor, String> names = new HashMap<>();
    private final Set<Descriptor> complete = new HashSet<>();

    private ProtobufTypes() {}

    /** Returns a type with all its fields. */
    static ProtobufType complete(Descriptor type) {
        return projected(type, List.of(List.of()));
    }

    /** Returns {@link #complete} types, which share the types that they use. */
    static Map<Descriptor, ProtobufType> complete(Collection<Descriptor> roots) {
        return projected(roots, List.of(List.of()));
    }

    /**
     * Returns a type with the fields on some paths and everything below.
     *
     * @param paths field names, indices and keys; {@link RecordShape#EACH} matches any of them
     */
    static ProtobufType projected(Descriptor type, List<List<String>> paths) {
        return Objects.requireNonNull(projected(List.of(type), paths).get(type), "The root is wanted");
    }

    /** Returns several {@link #projected} types, which share the types that they use. */
    static Map<Descriptor, ProtobufType> projected(Collection<Descriptor> roots, List<List<String>> paths) {
        var types = new ProtobufTypes();
        roots.forEach(types::fields);
        roots.forEach(type -> paths.forEach(path -> types.want(type, path)));
        return types.built();
    }

    private Set<FieldDescriptor> fields(Descriptor type) {
        names.putIfAbsent(type, "M" + names.size());
        return wanted.computeIfAbsent(type, added -> new HashSet<>());
    }

    private void want(Descriptor type, List<String> path) {
        if (path.isEmpty()
                || path.get(0).equals(RecordShape.EACH)
                || ProtobufMeaning.of(type) != ProtobufMeaning.FIELDS) {
            wantAll(type);
            return;
        }
        for (var field : type.getFields()) {
            if (ProtobufField.name(field).equals(path.get(0))) {
                add(field);
                wantValue(field, path.subList(Math.min(field.isRepeated() ? 2 : 1, path.size()), path.size()));
            }
        }
    }

    private void wantValue(FieldDescriptor field, List<String> path) {
        if (field.isMapField()) {
            var entry = field.getMessageType().getFields();
            entry.forEach(this::add);
            wantValue(entry.get(1), path);
        } else if (ProtobufField.isMessage(field)) {
            want(field.getMessageType(), path);
        }
    }

    private void wantAll(Descriptor type) {
        if (complete.add(type)) {
            for (var field : type.getFields()) {
                add(field);
                if (ProtobufField.isMessage(field)) {
                    wantAll(field.getMessageType());
                }
            }
        }
    }

    /** Adds a field and the other members of its oneof, any of which may replace its value. */
    private void add(FieldDescriptor field) {
        var oneof = field.getRealContainingOneof();
        for (var member : oneof == null ? List.of(field) : oneof.getFields()) {
            fields(member.getContainingType()).add(member);
            if (ProtobufField.isMessage(member)) {
                fields(member.getMessageType());
            }
        }
    }

    private Map<Descriptor, ProtobufType> built() {
        var file = FileDescriptorProto.newBuilder();
        wanted.forEach((type, fields) -> file.addMessageType(projected(type, fields)));
        var projected = validated(file.build());
        var types = new HashMap<Descriptor, ProtobufType>();
        wanted.keySet()
                .forEach(type -> types.put(type, new ProtobufType(type, projected.findMessageTypeByName(name(type)))));
        types.forEach((type, built) -> built.define(type, types));
        return types;
    }

    private static FileDescriptor validated(FileDescriptorProto file) {
        try {
            return FileDescriptor.buildFrom(file, new FileDescriptor[0]);
        } catch (DescriptorValidationException e) {
            throw new IllegalStateException("A part of a valid type is valid", e);
        }
    }

    private DescriptorProto projected(Descriptor type, Set<FieldDescriptor> fields) {
        var message = DescriptorProto.newBuilder().setName(name(type));
        type.getRealOneofs().forEach(oneof -> message.addOneofDeclBuilder().setName(oneof.getName()));
        type.getFields().stream().filter(fields::contains).map(this::projected).forEach(message::addField);
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
        } else if (field.getType() == FieldDescriptor.Type.GROUP || (ProtobufField.isMessage(field) && oneof != null)) {
            projected.setTypeName("." + name(field.getMessageType()));
        } else if (ProtobufField.isMessage(field)) {
            projected.setLabel(Label.LABEL_REPEATED).setType(FieldDescriptorProto.Type.TYPE_BYTES);
        }
        return projected.build();
    }

    private String name(Descriptor type) {
        return Objects.requireNonNull(names.get(type), "Types of wanted fields are wanted");
    }
}
