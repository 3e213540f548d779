// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Document of values in memory: {@link Parts} are objects or arrays, lists are arrays, and others are scalars. */
public final class ValueDocument implements Document {

    private final long position;
    private @Nullable Level level;
    private @Nullable Object value;

    /** True if {@link #value} is the current value; a skipped value is never created. */
    private boolean isMade = true;

    /** Object, or array, whose values are made when they are asked for. */
    public interface Parts {

        default boolean isArray() {
            return false;
        }

        int size();

        /** Returns the name of a field; not called for an array. */
        String name(int index);

        @Nullable
        Object value(int index) throws DecodeException;

        /** Returns the bytes to store instead of the JSON, or {@code null}. */
        default byte @Nullable [] encoding() {
            return null;
        }
    }

    /** Object whose names are a list. */
    public interface NamedParts extends Parts {

        /** Returns the names of the fields, in their order. */
        List<String> names();

        @Override
        default int size() {
            return names().size();
        }

        @Override
        default String name(int index) {
            return names().get(index);
        }
    }

    /** Values by index. */
    @FunctionalInterface
    public interface Values {
        @Nullable
        Object get(int index) throws DecodeException;
    }

    /** Object of some number of fields. */
    public record ObjectParts(int size, IntFunction<String> names, Values values) implements Parts {

        @Override
        public String name(int index) {
            return names.apply(index);
        }

        @Override
        public @Nullable Object value(int index) throws DecodeException {
            return values.get(index);
        }
    }

    /** Object or array that was entered; either has parts or is a list. */
    private static final class Level {

        private final @Nullable Level outer;
        private final @Nullable Parts parts;
        private final List<? extends @Nullable Object> elements;
        private int index = -1;

        Level(Object structure, @Nullable Level outer) {
            this.outer = outer;
            this.parts = structure instanceof Parts made ? made : null;
            this.elements = structure instanceof List<?> array ? array : List.of();
        }

        boolean next() {
            index++;
            return index < (parts == null ? elements.size() : parts.size());
        }

        String name() {
            return Objects.requireNonNull(parts, "A list has no names").name(index);
        }

        @Nullable
        Object value() throws DecodeException {
            return parts == null ? elements.get(index) : parts.value(index);
        }
    }

    public ValueDocument(@Nullable Object whole) {
        this(whole, -1);
    }

    /** @param position position to report for all values */
    public ValueDocument(@Nullable Object whole, long position) {
        this.value = whole;
        this.position = position;
    }

    private @Nullable Object value() throws DecodeException {
        if (!isMade) {
            value = level().value();
            isMade = true;
        }
        return value;
    }

    private Level level() {
        return Objects.requireNonNull(level, "No object or array was entered");
    }

    @Override
    public Kind kind() throws DecodeException {
        var current = value();
        if (isScalar(current)) {
            return Kind.SCALAR;
        }
        return current instanceof Parts parts && !parts.isArray() ? Kind.OBJECT : Kind.ARRAY;
    }

    /** Compares with classes first, because a value that does not implement an interface is slow to compare with it. */
    private static boolean isScalar(@Nullable Object value) {
        return value == null
                || value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Instant
                || !(value instanceof Parts || value instanceof List);
    }

    @Override
    public @Nullable Object scalar() throws DecodeException {
        return value();
    }

    @Override
    public void skip() {
        // the payload has been checked
    }

    @Override
    public void enter() throws DecodeException {
        level = new Level(Objects.requireNonNull(value(), "A scalar can't be entered"), level);
    }

    @Override
    public @Nullable String nextField() {
        var object = level();
        return nextElement() ? object.name() : null;
    }

    @Override
    public boolean nextElement() {
        isMade = false;
        var inside = level();
        boolean isThere = inside.next();
        if (!isThere) {
            level = inside.outer;
        }
        return isThere;
    }

    @Override
    public Kept keep() throws DecodeException {
        var kept = value();
        return new Kept() {
            @Override
            public Structure structure() throws DecodeException {
                var bytes = kept instanceof Parts parts ? parts.encoding() : null;
                return bytes == null
                        ? Structure.ofJson(DocumentText.of(again()))
                        : new Structure(bytes, 0, bytes.length, this);
            }

            @Override
            public Document again() {
                return new ValueDocument(kept, position);
            }
        };
    }

    @Override
    public void end() {
        // nothing follows the values
    }

    @Override
    public long position() {
        return position;
    }
}
