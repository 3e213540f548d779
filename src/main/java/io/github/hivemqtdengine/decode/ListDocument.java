package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import org.jspecify.annotations.Nullable;

/** A payload that is a list of records, each of which is a document of its own: an array of them. */
abstract class ListDocument implements Document {

    private @Nullable Document record;
    private boolean isEntered;

    /** How many objects and arrays of the record are entered. */
    private int depth;

    /**
     * The next record; whether it is given or refused, the one that follows is next.
     *
     * @return {@code null} if there is none left
     */
    abstract @Nullable Document next() throws DecodeException;

    @Override
    public final Kind kind() throws DecodeException {
        return record == null ? Kind.ARRAY : record.kind();
    }

    @Override
    public final @Nullable Object scalar() throws DecodeException {
        var value = record().scalar();
        passed();
        return value;
    }

    @Override
    public final void skip() throws DecodeException {
        if (isEntered) {
            record().skip();
            passed();
            return;
        }
        enter();
        while (nextElement()) {
            skip();
        }
    }

    @Override
    public final void enter() throws DecodeException {
        if (isEntered) {
            record().enter();
            depth++;
        } else {
            isEntered = true;
        }
    }

    @Override
    public final @Nullable String nextField() throws DecodeException {
        var name = record().nextField();
        if (name == null) {
            depth--;
            passed();
        }
        return name;
    }

    @Override
    public final boolean nextElement() throws DecodeException {
        if (depth > 0) {
            boolean isThere = record().nextElement();
            if (!isThere) {
                depth--;
                passed();
            }
            return isThere;
        }
        record = next();
        return record != null;
    }

    /** Nothing may be behind a record that has been passed. */
    private void passed() throws DecodeException {
        if (depth == 0) {
            record().end();
        }
    }

    private Document record() {
        if (record == null) {
            throw new IllegalStateException("The document stands at no record");
        }
        return record;
    }

    @Override
    public final Kept keep() throws DecodeException {
        if (record == null) {
            throw keptWhole();
        }
        return record.keep();
    }

    /** What is wrong where a list as a whole is asked for: some of its records may not be readable. */
    static DecodeException keptWhole() {
        return new DecodeException(Fault.UNSUPPORTED, "The payload is a list, which can't be stored as a whole", -1);
    }

    @Override
    public final void end() {
        // the list ends with the payload
    }

    @Override
    public final long position() {
        return record == null ? 0 : record.position();
    }

    @Override
    public final void passBroken(DecodeException failure) {
        record = null;
        depth = 0;
    }
}
