package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;

/** The objects and arrays that a document is in, with how many entries each has left. */
final class OpenContainers {

    private final long[] left = new long[Document.MAX_DEPTH];
    private final boolean[] isObject = new boolean[Document.MAX_DEPTH];
    private int depth;

    int depth() {
        return depth;
    }

    /**
     * Goes into one.
     *
     * @param entries how many it has, or {@link BinaryItems#UNTIL_BREAK}
     * @param position where it begins
     */
    void enter(boolean ofFields, long entries, int position) throws DecodeException {
        if (depth == Document.MAX_DEPTH) {
            throw new DecodeException(
                    Fault.LIMIT, "The payload nests deeper than " + Document.MAX_DEPTH + " levels", position);
        }
        isObject[depth] = ofFields;
        left[depth] = entries;
        depth++;
    }

    /** Leaves the innermost one. */
    void leave() {
        depth--;
    }

    /** Whether the innermost one is an object. */
    boolean isInObject() {
        return isObject[depth - 1];
    }

    /** Whether the innermost one ends where the payload says so. */
    boolean isUncounted() {
        return left[depth - 1] == BinaryItems.UNTIL_BREAK;
    }

    /** Takes one of the entries that the innermost one has left; says false if there is none. */
    boolean takeEntry() {
        if (left[depth - 1] == 0) {
            return false;
        }
        left[depth - 1]--;
        return true;
    }
}
