// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Payload that is a list of records, read as an array. Each record is a separate document. */
public abstract class ListDocument implements Document {

    private @Nullable Document record;
    private boolean isEntered;

    /** Number of objects and arrays of the record that are entered. */
    private int depth;

    /**
     * Returns the next record. A call after a failure continues with the record after the failed one.
     *
     * @return {@code null} at the end
     */
    protected abstract @Nullable Document next() throws DecodeException;

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

    /** Requires that nothing follows a record that was read or skipped completely. */
    private void passed() throws DecodeException {
        if (depth == 0) {
            record().end();
        }
    }

    private Document record() {
        return Objects.requireNonNull(record, "The document is not at a record");
    }

    @Override
    public final Kept keep() throws DecodeException {
        return record == null ? keepAll() : record.keep();
    }

    /** Starts to keep the whole list. */
    protected Kept keepAll() throws DecodeException {
        throw keptWhole();
    }

    /** Returns the failure for a mapping that stores a whole list, of which some records may be unreadable. */
    protected static DecodeException keptWhole() {
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
    public void passBroken(DecodeException failure) throws DecodeException {
        record = null;
        depth = 0;
    }
}
