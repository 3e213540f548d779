package io.github.hivemqtdengine.decode.protobuf;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RegistryFrame;
import io.github.hivemqtdengine.decode.SchemaLookup;
import io.github.hivemqtdengine.decode.SchemaLookup.Parser;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.TreeDecoder;
import java.util.List;
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
    private final Parser<RegisteredTypes> complete = new RegisteredTypes.FileParser(List.of(List.of()));

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
        return open(payload.bytes(), complete);
    }

    @Override
    public Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        var parser = new RegisteredTypes.FileParser(ProtobufFormat.paths(fields, shape));
        return new TreeDecoder(payload -> open(payload.bytes(), parser), fields, shape);
    }

    private Document open(byte[] payload, Parser<RegisteredTypes> parser) throws DecodeException {
        var frame = RegistryFrame.of(payload);
        var start = new MessageIndexes(payload, frame.length());
        var indexes = start.read();
        if (lookup == null) {
            throw new DecodeException(
                    Fault.UNKNOWN_SCHEMA,
                    "The payload names schema " + frame.schema() + ", but registry \"" + registry + "\" is not asked",
                    -1);
        }
        var type = lookup.find(frame.schema(), parser).type(indexes);
        if (type == null) {
            throw new DecodeException(
                    Fault.MALFORMED,
                    "The payload names a message type that schema " + frame.schema() + " does not have",
                    frame.length());
        }
        if (message != null && !message.equals(type.name())) {
            throw new DecodeException(
                    Fault.MALFORMED,
                    "The payload is a " + type.name() + ", but the route reads " + message + " only",
                    frame.length());
        }
        return ProtobufFormat.message(payload, start.end(), type.complete(), type.projected());
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
