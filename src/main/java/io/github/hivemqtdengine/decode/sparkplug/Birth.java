package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import org.jspecify.annotations.Nullable;

/** Names and datatypes that one BIRTH announces. Immutable; equal if the content is equal. */
public final class Birth {

    private Birth() {}

    /**
     * Parses the payload of an NBIRTH or DBIRTH, compressed or not.
     *
     * @throws DecodeException if the payload is not valid, has two names for one alias, or exceeds a limit
     */
    public static Birth parse(byte[] payload) throws DecodeException {
        throw new DecodeException(Fault.UNSUPPORTED, "A BIRTH can't be read yet", -1);
    }

    /** Returns the metric of an alias, or {@code null}. */
    public @Nullable MetricDefinition byAlias(long alias) {
        return null;
    }

    /** Returns the metric of a name, or {@code null}. */
    public @Nullable MetricDefinition byName(String name) {
        return null;
    }

    /** Returns the value of the metric bdSeq, or -1. */
    public long bdSeq() {
        return -1;
    }

    /** Returns the approximate heap size in bytes. */
    public int weight() {
        return 0;
    }
}
