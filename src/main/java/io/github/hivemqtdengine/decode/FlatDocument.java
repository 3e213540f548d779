package io.github.hivemqtdengine.decode;

import org.jspecify.annotations.Nullable;

/** An object whose fields are scalars that can be read in any order. */
final class FlatDocument implements Document {

    private final Fields fields;
    private int field = -1;
    private boolean isEntered;

    /** The fields by their indices. */
    interface Fields {

        int count();

        String name(int index);

        @Nullable
        Object value(int index) throws DecodeException;
    }

    FlatDocument(Fields fields) {
        this.fields = fields;
    }

    @Override
    public Kind kind() {
        return isEntered && field < fields.count() ? Kind.SCALAR : Kind.OBJECT;
    }

    @Override
    public @Nullable Object scalar() throws DecodeException {
        return fields.value(field);
    }

    @Override
    public void skip() {
        // the next field is another one
    }

    @Override
    public void enter() {
        isEntered = true;
    }

    @Override
    public @Nullable String nextField() {
        field++;
        return field < fields.count() ? fields.name(field) : null;
    }

    @Override
    public boolean nextElement() {
        throw new IllegalStateException("The document has no array");
    }

    @Override
    public Kept keep() {
        var kept = new FlatDocument(fields);
        return new Kept() {
            @Override
            public void end() {
                // it is there already
            }

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
        // there is nothing else
    }

    @Override
    public long position() {
        return -1;
    }
}
