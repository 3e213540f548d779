// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.SharedResult;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.TimestampConversion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Time key of a row, from the arrival time or a value of the message. */
final class TimeKey {

    private static final long NANOS_PER_MICRO = 1_000;

    private final TimestampSettings settings;
    private final ValueSource source;
    private final TimestampConversion conversion;
    private final SharedResult nanos;
    private final boolean isArrival;

    TimeKey(TimestampSettings settings, ValueSources sources) {
        this.settings = settings;
        this.source = settings.value().bind(sources.binding());
        this.conversion = TimestampConversion.forKey(settings.unit());
        this.nanos = new SharedResult(values -> conversion.convert(values[0]));
        this.isArrival = settings.value().isArrivalTime();
    }

    boolean isArrival() {
        return isArrival;
    }

    /**
     * Returns the time key of one row in epoch nanoseconds.
     *
     * @throws MappingException if the message has no time, or none that can be a key
     */
    long nanos(InboundMessage message, @Nullable Object[] fields) throws MappingException {
        if (isArrival) {
            return message.arrivalMicros() * NANOS_PER_MICRO;
        }
        try {
            var value = source.value(message, fields);
            if (value == null || value == Decoder.MISSING) {
                throw new MappingException(
                        DeadLetterReason.MISSING,
                        "The timestamp \"" + settings.column() + "\" has no value: " + settings.value() + " is missing",
                        settings.onError());
            }
            return SharedResult.isLarge(value)
                    ? (long) Objects.requireNonNull(nanos.of(value))
                    : conversion.convert(value);
        } catch (ConversionException e) {
            throw new MappingException(
                    MappingException.reason(e),
                    "The timestamp \"" + settings.column() + "\": " + e.getMessage(),
                    settings.onError());
        }
    }
}
