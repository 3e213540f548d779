package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentText;
import io.github.hivemqtdengine.decode.document.Structure;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Document of values that have been read: {@link Fields} are objects, lists are arrays, and others are scalars. */
final class ValueDocument implements Document {

    private final Deque<Level> open = new ArrayDeque<>();
    private @Nullable Object value;

    /** True if {@link #value} is the current value; a skipped value is never created. */
    private boolean isMade = true;

    /** Object whose values are made when they are asked for. */
    interface Fields {

        /** Returns the names of the fields, in their order. */
        List<String> names();

        @Nullable
        Object value(int index);
    }

    /** Object or array that was entered. An array has no fields, and an object no elements. */
    private static final class Level {

        private final @Nullable Fields fields;
        private final List<? extends @Nullable Object> elements;
        private int index = -1;

        Level(Object structure) {
            this.fields = structure instanceof Fields object ? object : null;
            this.elements = structure instanceof List<?> array ? array : List.of();
        }

        boolean next(int size) {
            index++;
            return index < size;
        }

        @Nullable
        Object value() {
            return fields == null ? elements.get(index) : fields.value(index);
        }
    }

    ValueDocument(@Nullable Object whole) {
        this.value = whole;
    }

    private @Nullable Object value() {
        if (!isMade) {
            value = open.element().value();
            isMade = true;
        }
        return value;
    }

    @Override
    public Kind kind() {
        var current = value();
        if (isScalar(current)) {
            return Kind.SCALAR;
        }
        return current instanceof Fields ? Kind.OBJECT : Kind.ARRAY;
    }

    /** Compares with classes first, because a value that does not implement an interface is slow to compare with it. */
    private static boolean isScalar(@Nullable Object value) {
        return value == null
                || value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Instant
                || !(value instanceof Fields || value instanceof List);
    }

    @Override
    public @Nullable Object scalar() {
        return value();
    }

    @Override
    public void skip() {
        // all values have been checked
    }

    @Override
    public void enter() {
        open.push(new Level(Objects.requireNonNull(value(), "A scalar can't be entered")));
    }

    @Override
    public @Nullable String nextField() {
        var level = open.element();
        var names =
                Objects.requireNonNull(level.fields, "An array has no fields").names();
        return next(level, names.size()) ? names.get(level.index) : null;
    }

    @Override
    public boolean nextElement() {
        var level = open.element();
        return next(level, level.elements.size());
    }

    private boolean next(Level level, int size) {
        isMade = false;
        boolean isThere = level.next(size);
        if (!isThere) {
            open.pop();
        }
        return isThere;
    }

    @Override
    public Kept keep() {
        var kept = value();
        return new Kept() {
            @Override
            public Structure structure() throws DecodeException {
                return Structure.ofJson(DocumentText.of(again()));
            }

            @Override
            public Document again() {
                return new ValueDocument(kept);
            }
        };
    }

    @Override
    public void end() {
        // nothing follows the values
    }

    @Override
    public long position() {
        return -1;
    }
}
