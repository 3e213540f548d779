// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Form;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Setting;
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

    static final Set<Setting<?>> SCHEMAS = Set.of(Attributes.DESCRIPTOR);
    private static final Form<Framing> FRAMINGS = Choice.of(Framing.class);

    private ProtobufReader() {}

    static Optional<? extends PayloadFormat> read(Section payload, SchemaFiles schemas) {
        var framing = payload.value(Attributes.FRAMING).read(FRAMINGS).orElse(Framing.MESSAGE);
        boolean isFramed = framing == Framing.REGISTRY;
        var descriptor = payload.value(Attributes.DESCRIPTOR);
        var registry = payload.value(Attributes.REGISTRY);
        if (isFramed && (!descriptor.isPresent() || (registry.isOwn() && !descriptor.isOwn()))) {
            return registered(payload);
        }
        if (isFramed) {
            registry.reject("must not be used together with descriptor; leave one of them out");
        }
        return configured(payload, schemas, framing);
    }

    private static Optional<RegisteredProtobufFormat> registered(Section payload) {
        var message = payload.read(Attributes.MESSAGE).orElse(null);
        return payload.require(Attributes.REGISTRY).map(registry -> new RegisteredProtobufFormat(registry, message));
    }

    private static Optional<ProtobufFormat> configured(Section payload, SchemaFiles schemas, Framing framing) {
        Optional<ProtobufDescriptors> descriptors =
                payload.value(Attributes.DESCRIPTOR).required(file -> ProtobufDescriptors.parse(schemas.read(file)));
        Optional<String> name = payload.require(Attributes.MESSAGE);
        return name.isEmpty()
                ? Optional.empty()
                : descriptors
                        .flatMap(known -> payload.value(Attributes.MESSAGE).read(type -> message(type, known)))
                        .map(schema -> new ProtobufFormat(schema, framing));
    }

    private static ProtobufSchema message(String name, ProtobufDescriptors descriptors) {
        return descriptors
                .message(name)
                .orElseThrow(() -> new IllegalArgumentException("is not a message type of the descriptor set"
                        + NearestWord.suggestion(name, descriptors.messages())));
    }
}
