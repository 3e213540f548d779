package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
        var decoders = new HashMap<PayloadFormat, Decoder>();
        for (var format : formats.values()) {
            decoders.computeIfAbsent(format, f -> f.decoder(fields, f.shape(shape)));
        }
        var otherwise = undeclared.decoder(fields, undeclared.shape(shape));
        return (payload, broken) -> {
            var format = format(payload.contentType());
            return (format == null ? otherwise : decoders.getOrDefault(format, otherwise)).decode(payload, broken);
        };
    }

    private @Nullable PayloadFormat format(@Nullable String contentType) throws DecodeException {
        if (contentType == null || contentType.isBlank()) {
            return null;
        }
        var type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        var format = formats.get(type);
        if (format == null) {
            format = formats.get(SUFFIXES.getOrDefault(type.substring(Math.max(0, type.lastIndexOf('+'))), ""));
        }
        if (format == null) {
            throw new DecodeException(
                    Fault.UNSUPPORTED,
                    "The message has a content type that names no format; known are "
                            + String.join(", ", new TreeSet<>(formats.keySet())),
                    -1);
        }
        return format;
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
