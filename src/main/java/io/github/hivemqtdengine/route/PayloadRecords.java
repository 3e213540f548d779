// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.PayloadField;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.PayloadSettings.OnEmpty;
import io.github.hivemqtdengine.route.Route.DecodedField;
import io.github.hivemqtdengine.route.Route.DecodedPayload;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.stage.PayloadInput;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Decoder of one route's payloads, with decompression and error handling. Immutable. */
final class PayloadRecords {

    private static final String CONTENT_ENCODING = "content-encoding";
    private static final @Nullable Object[] TAKEN = {};

    private final List<FieldPath> fields;
    private final PayloadInput input;
    private final Decoder decoder;
    private final OnError onDecodeError;
    private final OnEmpty onEmpty;

    /** @param fields the fields that the route reads */
    PayloadRecords(RouteSettings route, List<FieldPath> fields, PayloadInput input) {
        var payload = route.payload();
        this.fields = fields;
        this.input = input;
        this.decoder = payload.format().decoder(fields, payload.shape());
        this.onDecodeError = route.onDecodeError();
        this.onEmpty = payload.onEmpty();
    }

    /**
     * Returns the records of a message.
     *
     * @param events receives the records left out, and an empty payload that is ignored
     */
    DecodedRecords of(InboundMessage message, MappingEvents events) throws MappingException {
        if (message.payload().length == 0 && onEmpty != OnEmpty.DECODE) {
            return ofEmpty(events);
        }
        try {
            var whole = input.whole(message, payload(message));
            return onDecodeError == OnError.SKIP_ROW
                    ? readable(whole, events)
                    : new DecodedRecords(decoder.decode(whole, BrokenRecords.REFUSED), List.of());
        } catch (DecodeException e) {
            if (e.fault() == Fault.UNKNOWN_ALIAS) {
                input.lackNames(message);
            }
            throw e.fault() == Fault.UNKNOWN_SCHEMA
                    ? new MappingException(DeadLetterReason.NO_SCHEMA, e.sentence(), OnError.DEAD_LETTER)
                    : new MappingException(reason(e), e.sentence(), ofPayload(onDecodeError));
        }
    }

    private DecodedRecords ofEmpty(MappingEvents events) throws MappingException {
        if (onEmpty == OnEmpty.DEAD_LETTER) {
            throw new MappingException(DeadLetterReason.DECODE, "The payload is empty", OnError.DEAD_LETTER);
        }
        events.count(MappingEvent.EMPTY_PAYLOADS, "");
        return new DecodedRecords(List.of(), List.of());
    }

    private static DeadLetterReason reason(DecodeException failure) {
        return failure.fault() == Fault.UNKNOWN_ALIAS ? DeadLetterReason.UNKNOWN_ALIAS : DeadLetterReason.DECODE;
    }

    private static Payload payload(InboundMessage message) {
        var properties = message.properties();
        return new Payload(
                message.payload(),
                properties.contentType(),
                contentEncoding(properties.userProperties()),
                message.arrivalMicros(),
                null);
    }

    /** Joins several content-encoding properties to one list, as in HTTP. */
    private static @Nullable String contentEncoding(List<UserProperty> properties) {
        if (properties.isEmpty()) {
            return null;
        }
        return properties.stream()
                .filter(property -> property.name().equalsIgnoreCase(CONTENT_ENCODING))
                .map(UserProperty::value)
                .reduce((one, next) -> one + "," + next)
                .orElse(null);
    }

    /** Decodes the readable records. Fails if no record is readable, so that a corrupt payload is not lost. */
    private DecodedRecords readable(Payload payload, MappingEvents events) throws DecodeException {
        var left = new TreeMap<Integer, DecodeException>();
        var records = decoder.decode(payload, (index, failure) -> {
            if (failure.fault() == Fault.UNKNOWN_ALIAS) {
                throw failure; // a replay would otherwise store the other records again
            }
            left.put(index, failure);
        });
        if (records.isEmpty() && !left.isEmpty()) {
            throw left.firstEntry().getValue();
        }
        left.forEach((index, failure) ->
                events.count(MappingEvent.ROWS_SKIPPED, "Record " + (index + 1) + ": " + failure.sentence()));
        return new DecodedRecords(records, List.copyOf(left.keySet()));
    }

    /** Replaces SKIP_ROW by DEAD_LETTER, because a payload that is not divided into records must not be lost. */
    private static OnError ofPayload(OnError action) {
        return action == OnError.SKIP_ROW ? OnError.DEAD_LETTER : action;
    }

    /** Returns the fields and their values for each record of a message, and what is in none of them. */
    DecodedPayload named(InboundMessage message) throws MappingException {
        var records = of(message, MappingEvents.NONE).values().stream()
                .map(this::named)
                .toList();
        return new DecodedPayload(records, unused(message));
    }

    private List<String> unused(InboundMessage message) {
        try {
            return decoder.unused(input.whole(message, payload(message)));
        } catch (DecodeException e) {
            return List.of(); // reported by the first reading
        }
    }

    /** Returns the fields of a message. */
    List<PayloadField> fields(InboundMessage message) throws DecodeException {
        return decoder.fields(input.whole(message, payload(message)));
    }

    private List<DecodedField> named(@Nullable Object[] values) {
        return IntStream.range(0, values.length)
                .mapToObj(slot -> new DecodedField(fields.get(slot), values[slot]))
                .toList();
    }

    /**
     * Records decoded from one payload for a route.
     *
     * @param values the values of the fields, for each record that could be read
     * @param leftOut the indices in the payload of the records that could not be read, from 0, ascending
     */
    record DecodedRecords(List<@Nullable Object[]> values, List<Integer> leftOut) {

        int size() {
            return values.size();
        }

        /** Returns a record, whose values are released if there are others: its row takes their place in memory. */
        @Nullable
        Object[] take(int index) {
            return size() == 1 ? values.get(0) : values.set(index, TAKEN);
        }

        /** Returns whether the payload has exactly one record, so that errors need no record number. */
        boolean isOne() {
            return size() == 1 && leftOut.isEmpty();
        }

        /** Returns the number in the payload, from 1, of a record that could be read. */
        int number(int index) {
            int from = 0; // binary search for the number of unreadable records before this one
            int to = leftOut.size();
            while (from < to) {
                int middle = (from + to) >>> 1;
                if (leftOut.get(middle) - middle <= index) {
                    from = middle + 1;
                } else {
                    to = middle;
                }
            }
            return index + 1 + from;
        }

        /**
         * Skips and counts a row that can't be mapped.
         *
         * @param index the row's record, from 0, among those that could be read
         * @throws MappingException if the failure applies to the whole message
         */
        void skip(int index, MappingException failure, MappingEvents events) throws MappingException {
            var named = isOne() ? failure : failure.inRecord(number(index));
            if (failure.action() != OnError.SKIP_ROW) {
                throw named;
            }
            events.count(MappingEvent.ROWS_SKIPPED, named.sentence());
        }
    }
}
