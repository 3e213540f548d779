// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Format that selects one of several formats by the MQTT 5 content type of a message. The content type is a media type
 * (RFC 6838) and its parameters are ignored. The structured syntax suffix decides if the type itself is unknown.
 *
 * @param formats formats by media type in lower case
 * @param undeclared format of payloads without a content type
 */
public record AutoFormat(Map<String, PayloadFormat> formats, PayloadFormat undeclared) implements PayloadFormat {

    private static final Map<String, String> SUFFIXES =
            Map.of("+json", "application/json", "+cbor", "application/cbor", "+msgpack", "application/msgpack");

    public AutoFormat {
        formats = Map.copyOf(formats);
    }

    @Override
    public Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        var decoders = new HashMap<String, Decoder>();
        formats.forEach((type, format) -> decoders.put(type, format.decoder(fields, format.shape(shape))));
        var otherwise = undeclared.decoder(fields, undeclared.shape(shape));
        return new AutoDecoder(decoders, otherwise);
    }

    private record AutoDecoder(Map<String, Decoder> decoders, Decoder otherwise) implements Decoder {

        @Override
        public List<@Nullable Object[]> decode(Payload payload, BrokenRecords broken) throws DecodeException {
            return of(payload).decode(payload, broken);
        }

        @Override
        public List<String> unused(Payload payload) throws DecodeException {
            return of(payload).unused(payload);
        }

        @Override
        public List<PayloadField> fields(Payload payload) throws DecodeException {
            return of(payload).fields(payload);
        }

        private Decoder of(Payload payload) throws DecodeException {
            var contentType = payload.contentType();
            return contentType == null || contentType.isBlank() ? otherwise : known(contentType, decoders);
        }
    }

    private static Decoder known(String contentType, Map<String, Decoder> decoders) throws DecodeException {
        var type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        var decoder = decoders.get(type);
        if (decoder == null) {
            decoder = decoders.get(SUFFIXES.getOrDefault(type.substring(Math.max(0, type.lastIndexOf('+'))), ""));
        }
        if (decoder == null) {
            throw new DecodeException(
                    Fault.UNSUPPORTED,
                    "The message has a content type that names no format; known are "
                            + String.join(", ", new TreeSet<>(decoders.keySet())),
                    -1);
        }
        return decoder;
    }

    @Override
    public PayloadFormat with(Function<String, SchemaLookup> registries) {
        var bound = new HashMap<String, PayloadFormat>();
        formats.forEach((type, format) -> bound.put(type, format.with(registries)));
        return new AutoFormat(bound, undeclared.with(registries));
    }

    @Override
    public boolean hasFields() {
        return true;
    }

    @Override
    public boolean mayBeEmpty() {
        return formats.values().stream().anyMatch(PayloadFormat::mayBeEmpty);
    }

    /** Returns whether any of the {@code formats} is a list. */
    @Override
    public boolean isList() {
        return formats.values().stream().anyMatch(PayloadFormat::isList);
    }

    /** Returns the shape unchanged: {@link #decoder} adapts it to each format. */
    @Override
    public RecordShape shape(RecordShape said) {
        return said;
    }
}
