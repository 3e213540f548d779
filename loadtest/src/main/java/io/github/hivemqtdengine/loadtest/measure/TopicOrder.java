// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

/**
 * Check of the commit order within a topic: rows must be committed in publish order. Every read must then find all rows
 * up to the latest one.
 *
 * @param topics number of messages after which a publisher's topics repeat, at least 1
 * @param rowsPerMessage at least 1
 */
public record TopicOrder(int topics, int rowsPerMessage) {

    /**
     * Returns the number of rows missing before the latest one, for one publisher and topic. A duplicate row hides a
     * missing one.
     *
     * @param latest {@code message * rowsPerMessage + item} of the latest row, both from 0
     * @param rows number of stored rows
     */
    public long lacking(long latest, long rows) {
        long messagesBefore = latest / rowsPerMessage / topics;
        long upToLatest = messagesBefore * rowsPerMessage + latest % rowsPerMessage + 1;
        return Math.max(0, upToLatest - rows);
    }
}
