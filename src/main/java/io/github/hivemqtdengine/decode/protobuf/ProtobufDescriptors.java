package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Descriptor set as {@code protoc --include_imports --descriptor_set_out} writes it. Immutable. */
public final class ProtobufDescriptors {

    private static final String HINT = "write it with protoc --include_imports --descriptor_set_out";

    private final FileDescriptorSet set;
    private final Map<String, Descriptor> messages = new TreeMap<>();

    private ProtobufDescriptors(FileDescriptorSet set) {
        this.set = set;
        new Files(set).all().forEach(file -> file.getMessageTypes().forEach(this::add));
    }

    /**
     * Parses a descriptor set.
     *
     * @throws IllegalArgumentException if it is invalid; the message is a predicate about the file
     */
    public static ProtobufDescriptors parse(byte[] bytes) {
        try {
            var set = FileDescriptorSet.parseFrom(bytes);
            if (set.getFileCount() > 0) {
                return new ProtobufDescriptors(set);
            }
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("is not a descriptor set; " + HINT, e);
        }
        throw new IllegalArgumentException("is not a descriptor set; " + HINT);
    }

    /**
     * Returns the message types of a file and its imports.
     *
     * @throws IllegalArgumentException if they contradict each other; the message is a predicate about the file
     */
    static FileDescriptor file(FileDescriptorProto main, List<FileDescriptorProto> imports) {
        return new Files(FileDescriptorSet.newBuilder()
                        .addAllFile(imports)
                        .addFile(main)
                        .build())
                .file(main);
    }

    private void add(Descriptor message) {
        if (!message.getOptions().getMapEntry()) {
            messages.put(message.getFullName(), message);
            message.getNestedTypes().forEach(this::add);
        }
    }

    /** Returns the full names of all message types, sorted. */
    public Set<String> messages() {
        return messages.keySet();
    }

    /** Returns a message type by its full name, if there is one. */
    public Optional<ProtobufSchema> message(String name) {
        return Optional.ofNullable(messages.get(name)).map(message -> new ProtobufSchema(this, message));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ProtobufDescriptors descriptors && set.equals(descriptors.set);
    }

    @Override
    public int hashCode() {
        return set.hashCode();
    }

    /** Message type with all types that it uses. Immutable; equal if descriptor set and name are equal. */
    public static final class ProtobufSchema {

        private final ProtobufDescriptors descriptors;
        private final Descriptor message;
        private final ProtobufType complete;

        ProtobufSchema(ProtobufDescriptors descriptors, Descriptor message) {
            this.descriptors = descriptors;
            this.message = message;
            this.complete = ProtobufTypes.complete(message);
        }

        Descriptor message() {
            return message;
        }

        ProtobufType complete() {
            return complete;
        }

        private String name() {
            return message.getFullName();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ProtobufSchema schema
                    && name().equals(schema.name())
                    && descriptors.equals(schema.descriptors);
        }

        @Override
        public int hashCode() {
            return name().hashCode();
        }

        @Override
        public String toString() {
            return name();
        }
    }

    /** Files of a descriptor set; each is built after its imports. */
    private static final class Files {

        private final Map<String, FileDescriptorProto> sources = new LinkedHashMap<>();
        private final Map<String, @Nullable FileDescriptor> built = new LinkedHashMap<>();

        Files(FileDescriptorSet set) {
            set.getFileList().forEach(file -> sources.put(file.getName(), file));
        }

        List<FileDescriptor> all() {
            return sources.values().stream().map(this::file).toList();
        }

        private FileDescriptor file(FileDescriptorProto source) {
            var known = built.get(source.getName());
            if (known != null) {
                return known;
            }
            if (built.containsKey(source.getName())) {
                throw new IllegalArgumentException("has a file that imports itself, " + source.getName());
            }
            built.put(source.getName(), null);
            var imports = source.getDependencyList().stream()
                    .map(name -> file(imported(name, source)))
                    .toArray(FileDescriptor[]::new);
            var file = build(source, imports);
            built.put(source.getName(), file);
            return file;
        }

        private FileDescriptorProto imported(String name, FileDescriptorProto by) {
            var found = sources.get(name);
            if (found == null) {
                throw new IllegalArgumentException("lacks " + name + ", which " + by.getName() + " imports; " + HINT);
            }
            return found;
        }

        private static FileDescriptor build(FileDescriptorProto source, FileDescriptor[] imports) {
            try {
                return FileDescriptor.buildFrom(source, imports);
            } catch (DescriptorValidationException | IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "has a file that is not right, " + source.getName() + ": " + e.getMessage(), e);
            }
        }
    }
}
