package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.protobuf.ProtobufDescriptors;
import io.github.hivemqtdengine.decode.protobuf.ProtobufDescriptors.ProtobufSchema;
import io.github.hivemqtdengine.decode.protobuf.ProtobufFormat;
import io.github.hivemqtdengine.decode.protobuf.ProtobufFormat.Framing;
import io.github.hivemqtdengine.decode.protobuf.RegisteredProtobufFormat;
import io.github.hivemqtdengine.expression.NearestWord;
import java.util.Optional;
import java.util.Set;

/** Reads {@code <payload format="protobuf">}. */
final class ProtobufReader {

    private static final String DESCRIPTOR = "descriptor";
    private static final String MESSAGE = "message";
    private static final String FRAMING = "framing";
    private static final String REGISTRY = "registry";
    private static final Choice<Framing> FRAMINGS = Choice.of(Framing.class);

    static final Set<String> SCHEMAS = Set.of(DESCRIPTOR);
    static final Set<String> ATTRIBUTES = Set.of(DESCRIPTOR, MESSAGE, FRAMING, REGISTRY);

    private ProtobufReader() {}

    static Optional<? extends PayloadFormat> read(Section payload, SchemaFiles schemas) {
        var framing = payload.attribute(FRAMING).or(FRAMINGS, Framing.MESSAGE);
        boolean isFramed = framing == Framing.REGISTRY;
        var descriptor = payload.attribute(DESCRIPTOR);
        var registry = payload.attribute(REGISTRY);
        if (isFramed && (!descriptor.isPresent() || (registry.isOwn() && !descriptor.isOwn()))) {
            return registered(payload);
        }
        registry.reject(
                isFramed
                        ? "must not be used together with descriptor; leave one of them out"
                        : "is for framing=\"registry\" only; leave the attribute out");
        return configured(payload, schemas, framing);
    }

    private static Optional<RegisteredProtobufFormat> registered(Section payload) {
        var message = payload.attribute(MESSAGE).read(Names::any).orElse(null);
        return payload.attribute(REGISTRY)
                .required(Names::any)
                .map(registry -> new RegisteredProtobufFormat(registry, message));
    }

    private static Optional<ProtobufFormat> configured(Section payload, SchemaFiles schemas, Framing framing) {
        Optional<ProtobufDescriptors> descriptors =
                payload.attribute(DESCRIPTOR).required(file -> ProtobufDescriptors.parse(schemas.read(file)));
        Optional<String> name = payload.attribute(MESSAGE).required(Names::any);
        return name.isEmpty()
                ? Optional.empty()
                : descriptors
                        .flatMap(known -> payload.attribute(MESSAGE).read(type -> message(type, known)))
                        .map(schema -> new ProtobufFormat(schema, framing));
    }

    private static ProtobufSchema message(String name, ProtobufDescriptors descriptors) {
        return descriptors
                .message(name)
                .orElseThrow(() -> new IllegalArgumentException("is not a message type of the descriptor set"
                        + NearestWord.suggestion(name, descriptors.messages())));
    }
}
