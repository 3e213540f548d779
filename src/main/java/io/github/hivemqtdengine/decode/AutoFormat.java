package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Payloads of several formats, told apart by their MQTT 5 content type: a media type (RFC 6838), whose parameters do not
 * matter, and whose structured syntax suffix counts where the type itself is not known.
 *
 * @param formats by their media types in lower case
 * @param undeclared of payloads without a content type
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
        return (payload, broken) -> {
            var contentType = payload.contentType();
            return (contentType == null || contentType.isBlank() ? otherwise : known(contentType, decoders))
                    .decode(payload, broken);
        };
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
    public boolean hasFields() {
        return true;
    }

    /** Any of them may be. */
    @Override
    public boolean isList() {
        return formats.values().stream().anyMatch(PayloadFormat::isList);
    }

    /** Each format has its own. */
    @Override
    public RecordShape shape(RecordShape said) {
        return said;
    }
}
