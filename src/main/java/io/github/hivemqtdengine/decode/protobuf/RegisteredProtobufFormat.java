// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.RegistryFrame;
import io.github.hivemqtdengine.decode.SchemaLookup;
import io.github.hivemqtdengine.decode.SchemaLookup.Parser;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.FieldNode;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Protobuf messages framed as by a schema registry: {@link RegistryFrame}, the indexes of the message type in its file,
 * the message. Immutable; equal if registry and message type are equal.
 */
public final class RegisteredProtobufFormat implements DocumentFormat {

    private final String registry;
    private final @Nullable String message;
    private final @Nullable SchemaLookup lookup;

    private RegisteredProtobufFormat(String registry, @Nullable String message, @Nullable SchemaLookup lookup) {
        this.registry = registry;
        this.message = message;
        this.lookup = lookup;
    }

    /**
     * Creates a format without access to its registry.
     *
     * @param registry id of the registry
     * @param message full name of the only accepted message type, or {@code null} for any type
     */
    public RegisteredProtobufFormat(String registry, @Nullable String message) {
        this(registry, message, null);
    }

    @Override
    public RegisteredProtobufFormat with(Function<String, SchemaLookup> registries) {
        return new RegisteredProtobufFormat(registry, message, registries.apply(registry));
    }

    @Override
    public Document open(Payload payload) throws DecodeException {
        return projected(FieldNode.WHOLE).open(payload);
    }

    @Override
    public DocumentFormat projected(FieldNode wanted) {
        var parser = new RegisteredTypes.FileParser(wanted);
        return payload -> open(payload.bytes(), parser);
    }

    private Document open(byte[] payload, Parser<RegisteredTypes> parser) throws DecodeException {
        var frame = RegistryFrame.of(payload);
        var indexes = new MessageIndexes(payload, frame.length());
        if (lookup == null) {
            throw new DecodeException(
                    Fault.UNKNOWN_SCHEMA,
                    "The payload names schema " + frame.schema() + ", but registry \"" + registry + "\" is not asked",
                    -1);
        }
        var type = lookup.find(frame.schema(), parser).type(indexes.path());
        if (type == null) {
            throw new DecodeException(
                    Fault.MALFORMED,
                    "The payload names a message type that schema " + frame.schema() + " does not have",
                    frame.length());
        }
        var name = type.declared().getFullName();
        if (message != null && !message.equals(name)) {
            throw new DecodeException(
                    Fault.MALFORMED,
                    "The payload is a " + name + ", but the route reads " + message + " only",
                    frame.length());
        }
        return ProtobufFormat.message(payload, indexes.end(), type);
    }

    @Override
    public boolean mayBeEmpty() {
        return true;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RegisteredProtobufFormat same
                && registry.equals(same.registry)
                && Objects.equals(message, same.message);
    }

    @Override
    public int hashCode() {
        return Objects.hash(registry, message);
    }
}
