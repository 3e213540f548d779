// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.AnyProto;
import com.google.protobuf.ApiProto;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.SourceContextProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.TypeProto;
import com.google.protobuf.WrappersProto;
import io.github.hivemqtdengine.decode.SchemaLookup.Parser;
import io.github.hivemqtdengine.decode.SchemaLookup.Reference;
import io.github.hivemqtdengine.decode.SchemaLookup.RegisteredSchema;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaType;
import io.github.hivemqtdengine.decode.document.FieldNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Message types of a registry's Protobuf schema, projected to the fields that one route reads. Immutable. */
final class RegisteredTypes {

    private final FileDescriptor file;
    private final Map<Descriptor, ProtobufType> types;

    /**
     * Makes all types of the file at once, since publishers choose among them: types that are made one by one do not
     * share the types that they use, and take memory without a limit.
     */
    private RegisteredTypes(FileDescriptor file, FieldNode wanted) {
        var all = new ArrayList<Descriptor>();
        file.getMessageTypes().forEach(type -> add(type, all));
        this.file = file;
        this.types = ProtobufTypes.projected(all, List.of(wanted));
    }

    private static void add(Descriptor type, List<Descriptor> to) {
        if (!type.getOptions().getMapEntry()) {
            to.add(type);
            type.getNestedTypes().forEach(nested -> add(nested, to));
        }
    }

    /**
     * Returns a message type, {@code null} if there is none.
     *
     * @param indexes index in the file, then in each type around it; entries of maps don't count
     */
    @Nullable
    ProtobufType type(List<Integer> indexes) {
        var among = file.getMessageTypes();
        @Nullable Descriptor found = null;
        for (int index : indexes) {
            var known = among.stream()
                    .filter(type -> !type.getOptions().getMapEntry())
                    .toList();
            if (index < 0 || index >= known.size()) {
                return null;
            }
            found = known.get(index);
            among = found.getNestedTypes();
        }
        return types.get(found);
    }

    /**
     * Parser for one route. Its identity is the key of its results.
     *
     * <p>References are files under the paths by which they are imported. Google's own files are known; that of
     * Confluent's options has no types, so that it counts as empty.
     */
    static final class FileParser implements Parser<RegisteredTypes> {

        private static final String MAIN = "(schema)";
        private static final String OPTIONS = "confluent/meta.proto";

        private static final List<FileDescriptor> BUILT_IN = List.of(
                AnyProto.getDescriptor(),
                ApiProto.getDescriptor(),
                DescriptorProtos.getDescriptor(),
                DurationProto.getDescriptor(),
                EmptyProto.getDescriptor(),
                FieldMaskProto.getDescriptor(),
                SourceContextProto.getDescriptor(),
                StructProto.getDescriptor(),
                TimestampProto.getDescriptor(),
                TypeProto.getDescriptor(),
                WrappersProto.getDescriptor());

        private final FieldNode wanted;

        FileParser(FieldNode wanted) {
            this.wanted = wanted;
        }

        @Override
        public SchemaType type() {
            return SchemaType.PROTOBUF;
        }

        @Override
        public RegisteredTypes parse(RegisteredSchema schema) {
            var files = new HashMap<String, FileDescriptorProto>();
            files.put(OPTIONS, FileDescriptorProto.newBuilder().setName(OPTIONS).build());
            BUILT_IN.forEach(file -> files.put(file.getName(), file.toProto()));
            for (var reference : schema.references()) {
                files.put(reference.name(), file(reference));
            }
            var main = file(new Reference(MAIN, schema.text()));
            return new RegisteredTypes(ProtobufDescriptors.file(main, files.values()), wanted);
        }

        private static FileDescriptorProto file(Reference source) {
            try {
                var bytes = Base64.getDecoder().decode(source.text());
                return FileDescriptorProto.parseFrom(bytes).toBuilder()
                        .setName(source.name())
                        .build();
            } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "has a file that is not a Protobuf descriptor in Base64, " + source.name(), e);
            }
        }
    }
}
