package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Source that evaluates another one once per message, not once per row: a client may send very many rows and a very
 * large value in one message. Each thread remembers its latest message. Thread-safe.
 */
final class OncePerMessage implements ValueSource {

    private final OfMessage source;

    @SuppressWarnings("ThreadLocalUsage") // each source has values of its own
    private final ThreadLocal<WeakReference<Latest>> latest = ThreadLocal.withInitial(() -> new WeakReference<>(null));

    /** Value of a message that is the same for all of its rows. */
    @FunctionalInterface
    interface OfMessage {
        Object value(InboundMessage message) throws ConversionException;
    }

    /** Value of a message, or the reason why it has none. */
    private record Latest(
            InboundMessage message,
            @Nullable Object value,
            @Nullable ConversionException failure) {}

    OncePerMessage(OfMessage source) {
        this.source = source;
    }

    @Override
    public @Nullable Object value(InboundMessage message, @Nullable Object[] fields) throws ConversionException {
        var known = latest.get().get();
        if (known == null || !isSame(known.message(), message)) {
            known = evaluate(message);
            latest.set(new WeakReference<>(known));
        }
        if (known.failure() != null) {
            throw known.failure();
        }
        return known.value();
    }

    /** Compares by identity, since equal messages are two messages, and their comparison takes long. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(InboundMessage one, InboundMessage other) {
        return one == other;
    }

    private Latest evaluate(InboundMessage message) {
        try {
            return new Latest(message, source.value(message), null);
        } catch (ConversionException e) {
            return new Latest(message, null, e);
        }
    }
}
