package io.github.hivemqtdengine.decode;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.Supplier;

/** Where something is in a payload: in one piece, or in several in their order, which are read as if they were one. */
final class ProtobufPieces {

    private final byte[] payload;
    private int[] bounds;
    private int count;

    private ProtobufPieces(byte[] payload, int[] bounds, int count) {
        this.payload = payload;
        this.bounds = bounds;
        this.count = count;
    }

    static ProtobufPieces none(byte[] payload) {
        return new ProtobufPieces(payload, new int[4], 0);
    }

    static ProtobufPieces one(byte[] payload, int from, int to) {
        return new ProtobufPieces(payload, new int[] {from, to}, 1);
    }

    /** Adds a piece behind the others. */
    void add(int from, int to) {
        if (count > 0 && to(count - 1) == from) {
            bounds[2 * count - 1] = to;
            return;
        }
        if (2 * count == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        }
        bounds[2 * count] = from;
        bounds[2 * count + 1] = to;
        count++;
    }

    /** Nothing, at the same place. */
    ProtobufPieces withoutLength() {
        return one(payload, from(0), from(0));
    }

    byte[] payload() {
        return payload;
    }

    int count() {
        return count;
    }

    int from(int piece) {
        return bounds[2 * piece];
    }

    int to(int piece) {
        return bounds[2 * piece + 1];
    }

    /** A structure of the bytes of all pieces. */
    Structure structure(Supplier<String> json) {
        if (count == 1) {
            return new Structure(payload, from(0), to(0), json);
        }
        var joined = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            joined.write(payload, from(i), to(i) - from(i));
        }
        return new Structure(joined.toByteArray(), 0, joined.size(), json);
    }
}
