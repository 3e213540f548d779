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
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Message types of a registry's Protobuf schema, projected to the fields that one route reads. Immutable. */
final class RegisteredTypes {

    private final FileDescriptor file;
    private final Map<Descriptor, ProtobufType> complete;
    private final Map<Descriptor, ProtobufType> projected;

    /**
     * Makes all types of the file at once, since publishers choose among them: types that are made one by one do not
     * share the types that they use, and take memory without a limit.
     */
    private RegisteredTypes(FileDescriptor file, List<List<String>> paths) {
        var types = new ArrayList<Descriptor>();
        file.getMessageTypes().forEach(type -> add(type, types));
        this.file = file;
        this.complete = ProtobufTypes.complete(types);
        this.projected = ProtobufTypes.projected(types, paths);
    }

    private static void add(Descriptor type, List<Descriptor> to) {
        if (!type.getOptions().getMapEntry()) {
            to.add(type);
            type.getNestedTypes().forEach(nested -> add(nested, to));
        }
    }

    /**
     * Message type.
     *
     * @param complete type with all fields
     * @param projected type with only the fields to read
     */
    record RegisteredType(String name, ProtobufType complete, ProtobufType projected) {}

    /**
     * Returns a message type, {@code null} if there is none.
     *
     * @param indexes index in the file, then in each type around it; entries of maps don't count
     */
    @Nullable
    RegisteredType type(List<Integer> indexes) {
        Descriptor found = null;
        for (int index : indexes) {
            var among = found == null ? file.getMessageTypes() : found.getNestedTypes();
            found = among.stream()
                    .filter(type -> !type.getOptions().getMapEntry())
                    .skip(Math.max(0, index))
                    .findFirst()
                    .orElse(null);
            if (found == null || index < 0) {
                return null;
            }
        }
        return found == null
                ? null
                : new RegisteredType(
                        found.getFullName(),
                        Objects.requireNonNull(complete.get(found)),
                        Objects.requireNonNull(projected.get(found)));
    }

    /**
     * Parser for one route. Its identity is the key of its results.
     *
     * <p>References are files under the paths by which they are imported. Google's own files are known; that of
     * Confluent's options has no types, so that it counts as empty.
     */
    static final class FileParser implements Parser<RegisteredTypes> {

        private static final String MAIN = "(schema)";

        private static final List<FileDescriptorProto> BUILT_IN = Stream.concat(
                        Stream.of(
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
                                        WrappersProto.getDescriptor())
                                .map(FileDescriptor::toProto),
                        Stream.of(FileDescriptorProto.newBuilder()
                                .setName("confluent/meta.proto")
                                .build()))
                .toList();

        private final List<List<String>> paths;

        /** @param paths fields to read: see {@link ProtobufTypes#projected} */
        FileParser(List<List<String>> paths) {
            this.paths = paths;
        }

        @Override
        public SchemaType type() {
            return SchemaType.PROTOBUF;
        }

        @Override
        public RegisteredTypes parse(RegisteredSchema schema) {
            var files = new LinkedHashMap<String, FileDescriptorProto>();
            BUILT_IN.forEach(file -> files.put(file.getName(), file));
            for (var reference : schema.references()) {
                files.put(reference.name(), file(reference));
            }
            var main = file(new Reference(MAIN, schema.text()));
            return new RegisteredTypes(ProtobufDescriptors.file(main, List.copyOf(files.values())), paths);
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
