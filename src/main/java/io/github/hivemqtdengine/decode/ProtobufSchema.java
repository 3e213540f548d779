package io.github.hivemqtdengine.decode;

import com.google.protobuf.Descriptors.Descriptor;
import org.jspecify.annotations.Nullable;

/** A message type with all that it is made of. Immutable; equal if their descriptor sets and names are. */
public final class ProtobufSchema {

    private final ProtobufDescriptors descriptors;
    private final String name;
    private final ProtobufType type;

    ProtobufSchema(ProtobufDescriptors descriptors, Descriptor message) {
        this.descriptors = descriptors;
        this.name = message.getFullName();
        this.type = new ProtobufTypes().of(message);
    }

    ProtobufType type() {
        return type;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ProtobufSchema schema
                && name.equals(schema.name)
                && descriptors.equals(schema.descriptors);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
