package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.decode.JsonFormat;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.ProtobufDescriptors;
import io.github.hivemqtdengine.decode.ProtobufFormat;
import io.github.hivemqtdengine.decode.ProtobufFormat.Framing;
import io.github.hivemqtdengine.decode.ProtobufSchema;
import java.util.Optional;
import java.util.Set;

/** Reads what {@code <payload>} says of Protobuf. */
final class ProtobufReader {

    private static final String DESCRIPTOR = "descriptor";
    private static final String MESSAGE = "message";
    private static final String FRAMING = "framing";
    private static final Choice<Framing> FRAMINGS = Choice.of(Framing.class);

    static final Set<String> SCHEMAS = Set.of(DESCRIPTOR);
    static final Set<String> ATTRIBUTES = Set.of(DESCRIPTOR, MESSAGE, FRAMING);

    private ProtobufReader() {}

    /** The format; without a message type, one that has fields and stands for it, since the lack is reported. */
    static PayloadFormat read(Section payload, SchemaFiles schemas) {
        var framing = payload.attribute(FRAMING).or(FRAMINGS, Framing.MESSAGE);
        Optional<ProtobufDescriptors> descriptors =
                payload.attribute(DESCRIPTOR).required(file -> ProtobufDescriptors.parse(schemas.read(file)));
        Optional<String> name = payload.attribute(MESSAGE).required(Names::any);
        if (descriptors.isEmpty() || name.isEmpty()) {
            return new JsonFormat();
        }
        return payload.attribute(MESSAGE)
                .read(known -> message(known, descriptors.get()))
                .<PayloadFormat>map(schema -> new ProtobufFormat(schema, framing))
                .orElseGet(JsonFormat::new);
    }

    private static ProtobufSchema message(String name, ProtobufDescriptors descriptors) {
        return descriptors
                .message(name)
                .orElseThrow(() -> new IllegalArgumentException("is no message type of the descriptor set"
                        + NearestName.suggestion(name, descriptors.messages())));
    }
}
