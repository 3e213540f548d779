// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.message.InboundMessage;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Function that is not computed again for each row of a message if the rows share its large arguments: a client chooses
 * the size of a value and the number of rows that share it. The latest result is kept while {@link #amongRows} runs.
 * Arguments are compared by identity, because the rows of one element share their values. Thread-safe.
 */
public final class SharedResult {

    /** Size in characters or bytes from which a look-up takes less time than most functions. */
    private static final int LARGE = 32;

    /** Limit on the large arguments that one function is computed for among the rows of one message, in sum. */
    private static final int MAX_WORK = 1 << 28;

    private static final @Nullable Object[] NO_FIELDS = {};

    /** Set only while a thread maps the rows of one message. */
    private static final ThreadLocal<@Nullable Map<SharedResult, Latest>> KEPT = new ThreadLocal<>();

    private final Computation computation;

    /** Pure function. */
    @FunctionalInterface
    public interface Computation {

        /**
         * Computes the result.
         *
         * @param arguments neither null nor missing
         */
        @Nullable
        Object of(Object[] arguments) throws ConversionException;
    }

    /** Mapping of the rows of one message. */
    @FunctionalInterface
    public interface Rows<T, E extends Exception> {
        T map() throws E;
    }

    /** Result or failure for the latest arguments, with the size of all large arguments so far. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Latest(
            Object[] arguments,
            @Nullable Object result,
            @Nullable ConversionException failure,
            long work) {

        boolean isOf(Object[] others) {
            for (int i = 0; i < others.length; i++) {
                if (!isSame(arguments[i], others[i])) {
                    return false;
                }
            }
            return others.length == arguments.length;
        }

        @SuppressWarnings("ReferenceEquality") // comparing large values takes as long as most functions
        private static boolean isSame(Object one, Object other) {
            return one == other || (!isLarge(one) && one.equals(other));
        }
    }

    public SharedResult(Computation computation) {
        this.computation = computation;
    }

    /** Maps the rows of one message on this thread, and keeps results until it ends. */
    public static <T, E extends Exception> T amongRows(Rows<T, E> rows) throws E {
        KEPT.set(new IdentityHashMap<>());
        try {
            return rows.map();
        } finally {
            KEPT.remove();
        }
    }

    /** Returns a source whose value depends on nothing but the message. It is computed once for all rows. */
    public static ValueSource ofMessage(ValueSource source) {
        var result = new SharedResult(arguments -> source.value((InboundMessage) arguments[0], NO_FIELDS));
        return (message, fields) -> result.of(message);
    }

    /** Returns whether results for a value are kept. */
    public static boolean isLarge(Object value) {
        return size(value) >= LARGE;
    }

    /** Returns the size in characters or bytes; that of a number does not matter, that of an unknown type does. */
    private static int size(Object value) {
        if (value instanceof String text) {
            return text.length();
        }
        if (value instanceof Number || value instanceof Boolean || value instanceof Instant) {
            return 0;
        }
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        return value instanceof Structure structure ? structure.size() : LARGE;
    }

    /**
     * Returns the result.
     *
     * @param arguments neither null nor missing
     * @throws ConversionException if the function fails, or if its large arguments differ in too many rows
     */
    public @Nullable Object of(Object... arguments) throws ConversionException {
        long size = 0;
        for (var argument : arguments) {
            size += isLarge(argument) ? size(argument) : 0;
        }
        var kept = size == 0 ? null : KEPT.get();
        if (kept == null) {
            return computation.of(arguments);
        }
        var latest = kept.get(this);
        if (latest == null || !latest.isOf(arguments)) {
            latest = compute(arguments, size + (latest == null ? 0 : latest.work));
            kept.put(this, latest);
        }
        if (latest.failure != null) {
            throw latest.failure;
        }
        return latest.result;
    }

    private Latest compute(Object[] arguments, long work) {
        try {
            if (work > MAX_WORK) {
                throw ConversionException.tooLong(
                        arguments[0],
                        "needs too much work: the long values that a function, a name or a column gets from the rows"
                                + " of one message may have " + MAX_WORK + " characters in sum");
            }
            return new Latest(arguments, computation.of(arguments), null, work);
        } catch (ConversionException e) {
            return new Latest(arguments, null, e, work);
        }
    }
}
