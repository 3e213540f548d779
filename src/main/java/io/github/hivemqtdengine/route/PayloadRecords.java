package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.JsonDecoder;
import io.github.hivemqtdengine.decode.RawDecoder;
import io.github.hivemqtdengine.message.InboundMessage;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What one route reads of its payloads. Immutable. */
final class PayloadRecords {

    private final List<FieldPath> fields;
    private final Decoder decoder;
    private final OnError onDecodeError;

    /**
     * @param fields what the route asks for
     * @param onDecodeError what happens to a payload that is not of the format
     */
    PayloadRecords(PayloadSettings payload, List<FieldPath> fields, OnError onDecodeError) {
        this.fields = fields;
        this.decoder = decoderOf(payload, fields);
        this.onDecodeError = onDecodeError;
    }

    private static Decoder decoderOf(PayloadSettings payload, List<FieldPath> fields) {
        return switch (payload.format()) {
            case RAW -> new RawDecoder(payload.encoding().decoding(), fields);
            case JSON -> new JsonDecoder(fields, payload.shape());
        };
    }

    /** The values of the fields, for each record of a message. */
    List<@Nullable Object[]> of(InboundMessage message) throws MappingException {
        try {
            return decoder.decode(message.payload());
        } catch (DecodeException e) {
            throw new MappingException(MappingException.Reason.DECODE, e.sentence(), onDecodeError);
        }
    }

    /** The fields with their values, for each record of a message. */
    List<List<DecodedField>> named(InboundMessage message) throws MappingException {
        return of(message).stream().map(this::named).toList();
    }

    private List<DecodedField> named(@Nullable Object[] values) {
        return IntStream.range(0, values.length)
                .mapToObj(slot -> new DecodedField(fields.get(slot), values[slot]))
                .toList();
    }
}
