package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import org.jspecify.annotations.Nullable;

/**
 * What records are from, and where they keep the keys that they have there.
 *
 * @param slots of a record
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record RecordKeys(RowsFrom from, int[] slots) {

    void store(String key, @Nullable Object[] record) {
        for (int slot : slots) {
            record[slot] = key;
        }
    }
}
