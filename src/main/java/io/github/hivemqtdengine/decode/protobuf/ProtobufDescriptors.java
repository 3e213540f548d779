// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Descriptor set as {@code protoc --include_imports --descriptor_set_out} writes it. Immutable. */
public final class ProtobufDescriptors {

    private static final String HINT = "write it with protoc --include_imports --descriptor_set_out";

    private final FileDescriptorSet set;
    private final Map<String, FileDescriptorProto> sources = new HashMap<>();
    private final Map<String, @Nullable FileDescriptor> built = new HashMap<>();
    private final Map<String, Descriptor> messages = new TreeMap<>();

    private ProtobufDescriptors(FileDescriptorSet set) {
        this.set = set;
        set.getFileList().forEach(file -> sources.put(file.getName(), file));
    }

    /**
     * Parses a descriptor set.
     *
     * @throws IllegalArgumentException if it is invalid; the message is a predicate about the file
     */
    public static ProtobufDescriptors parse(byte[] bytes) {
        var set = FileDescriptorSet.getDefaultInstance();
        try {
            set = FileDescriptorSet.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("is not a descriptor set; " + HINT, e);
        }
        if (set.getFileCount() == 0) {
            throw new IllegalArgumentException("is not a descriptor set; " + HINT);
        }
        var descriptors = new ProtobufDescriptors(set);
        set.getFileList()
                .forEach(file -> descriptors.file(file).getMessageTypes().forEach(descriptors::add));
        return descriptors;
    }

    /**
     * Returns the message types of a file and its imports.
     *
     * @throws IllegalArgumentException if they contradict each other; the message is a predicate about the file
     */
    static FileDescriptor file(FileDescriptorProto main, Iterable<FileDescriptorProto> imports) {
        var set = FileDescriptorSet.newBuilder().addAllFile(imports).addFile(main);
        return new ProtobufDescriptors(set.build()).file(main);
    }

    /** Builds a file after its imports. */
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
        try {
            var file = FileDescriptor.buildFrom(source, imports);
            built.put(source.getName(), file);
            return file;
        } catch (DescriptorValidationException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "has a file that is not right, " + source.getName() + ": " + e.getMessage(), e);
        }
    }

    private FileDescriptorProto imported(String name, FileDescriptorProto by) {
        var found = sources.get(name);
        if (found == null) {
            throw new IllegalArgumentException("lacks " + name + ", which " + by.getName() + " imports; " + HINT);
        }
        return found;
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
        return messages.containsKey(name) ? Optional.of(new ProtobufSchema(this, name)) : Optional.empty();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ProtobufDescriptors descriptors && set.equals(descriptors.set);
    }

    @Override
    public int hashCode() {
        return set.hashCode();
    }

    /** Message type with all types that it uses. */
    public record ProtobufSchema(ProtobufDescriptors descriptors, String name) {

        Descriptor message() {
            return Objects.requireNonNull(descriptors.messages.get(name));
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
