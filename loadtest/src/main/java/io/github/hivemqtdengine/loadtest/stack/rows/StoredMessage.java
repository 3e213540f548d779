// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

/**
 * Message of a stored row, as far as the row tells it.
 *
 * @param publisher number of the publisher, from 0; -1 if unknown
 * @param number number of the message within its publisher, from 0; -1 if unknown
 * @param record index of the record within the message, from 0
 * @param sentMicros time of sending in epoch microseconds; -1 if unknown
 */
public record StoredMessage(int publisher, long number, int record, long sentMicros) {

    /** Message of a row that tells nothing. */
    public static final StoredMessage UNKNOWN = new StoredMessage(-1, -1, 0, -1);

    boolean isNumbered() {
        return publisher >= 0 && number >= 0;
    }

    boolean isTimed() {
        return sentMicros >= 0;
    }
}
