package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Object of scalar fields that can be read in any order. */
public final class FlatDocument implements Document {

    private final int count;
    private final IntFunction<String> names;
    private final Values values;
    private int field = -1;
    private boolean isEntered;

    /** Values of the fields by index. */
    @FunctionalInterface
    public interface Values {
        @Nullable
        Object get(int index) throws DecodeException;
    }

    public FlatDocument(int count, IntFunction<String> names, Values values) {
        this.count = count;
        this.names = names;
        this.values = values;
    }

    @Override
    public Kind kind() {
        return isEntered && field < count ? Kind.SCALAR : Kind.OBJECT;
    }

    @Override
    public @Nullable Object scalar() throws DecodeException {
        return values.get(field);
    }

    @Override
    public void skip() {
        // fields are read by index
    }

    @Override
    public void enter() {
        isEntered = true;
    }

    @Override
    public @Nullable String nextField() {
        field++;
        return field < count ? names.apply(field) : null;
    }

    @Override
    public boolean nextElement() {
        throw new IllegalStateException("The document has no array");
    }

    @Override
    public Kept keep() {
        var kept = new FlatDocument(count, names, values);
        return new Kept() {
            @Override
            public Structure structure() throws DecodeException {
                return Structure.ofJson(DocumentText.of(kept));
            }

            @Override
            public Document again() {
                return kept;
            }
        };
    }

    @Override
    public void end() {
        // nothing follows the fields
    }

    @Override
    public long position() {
        return -1;
    }
}
