package io.github.hivemqtdengine.loadtest.measure;

/**
 * Whether the rows of a topic are committed in the order in which their messages were published: then, whenever one looks,
 * there are all rows up to the latest one.
 *
 * @param topics after how many messages a publisher's topics begin again, at least 1
 * @param rowsPerMessage how many rows a message becomes, at least 1
 */
public record TopicOrder(int topics, int rowsPerMessage) {

    /**
     * How many rows lack before the latest one that is there, of one publisher's messages to one topic. A row that is there
     * twice hides one that lacks.
     *
     * @param latest {@code message * rowsPerMessage + item} of the latest row, both from 0
     * @param rows how many rows there are
     */
    public long lacking(long latest, long rows) {
        long messagesBefore = latest / rowsPerMessage / topics;
        long upToLatest = messagesBefore * rowsPerMessage + latest % rowsPerMessage + 1;
        return Math.max(0, upToLatest - rows);
    }
}
