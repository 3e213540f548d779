package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentText;
import io.github.hivemqtdengine.decode.document.Structure;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Document of values that have been read: {@link Fields} are objects, lists are arrays, and others are scalars. */
final class ValueDocument implements Document {

    private final Deque<Level> open = new ArrayDeque<>();
    private final @Nullable Object whole;

    /** Object whose values are made when they are asked for. */
    interface Fields {

        /** Returns the names of the fields, in their order. */
        List<String> names();

        @Nullable
        Object value(int index);
    }

    /** Object or array that was entered. */
    private static final class Level {

        private final Object structure;
        private int index = -1;

        Level(Object structure) {
            this.structure = structure;
        }

        boolean next(int size) {
            index++;
            return index < size;
        }

        @Nullable
        Object value() {
            return structure instanceof Fields fields ? fields.value(index) : ((List<?>) structure).get(index);
        }
    }

    ValueDocument(@Nullable Object whole) {
        this.whole = whole;
    }

    private @Nullable Object value() {
        var level = open.peek();
        return level == null ? whole : level.value();
    }

    @Override
    public Kind kind() {
        var value = value();
        if (value instanceof Fields) {
            return Kind.OBJECT;
        }
        return value instanceof List ? Kind.ARRAY : Kind.SCALAR;
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
        var value = value();
        if (value == null) {
            throw new IllegalStateException("A scalar can't be entered");
        }
        open.push(new Level(value));
    }

    @Override
    public @Nullable String nextField() {
        var level = open.element();
        var names = ((Fields) level.structure).names();
        if (level.next(names.size())) {
            return names.get(level.index);
        }
        open.pop();
        return null;
    }

    @Override
    public boolean nextElement() {
        var level = open.element();
        if (level.next(((List<?>) level.structure).size())) {
            return true;
        }
        open.pop();
        return false;
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
