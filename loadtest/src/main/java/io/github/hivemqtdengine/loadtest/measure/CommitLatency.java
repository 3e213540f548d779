// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * Time from publish to commit, measured from outside: a poller repeats a row count query during the run.
 *
 * <p>The k-th row counted is attributed to the k-th message sent, among the messages that were stored in the end. The
 * latency of a row is the time of the first answer that counts it, minus its message's send time. In an open loop, the
 * intended send time counts. Accuracy:
 * <ul>
 * <li>The mean does not depend on the attribution: it is a sum of answer times minus a sum of send times.
 * <li>The percentiles assume first in, first out. If rows overtake each other, as in several lanes, the true
 *     distribution is wider: the true maximum is this one or more.
 * <li>A row is committed between two answers and counts from the later one. All values are therefore too high by less
 *     than the time from one query to the next answer.
 * <li>If the row count falls, as after a database crash, rows count when they are first seen.
 * <li>Duplicate rows shift the following rows to later messages and so make latencies too low.
 * </ul>
 *
 * @param latency of every row that was counted
 * @param rowsPerSecond rows by the second in which they were first counted
 * @param lastMicros when the last row was first counted, in epoch microseconds; the start if there was none
 */
public record CommitLatency(LatencyHistogram latency, PerSecond rowsPerSecond, long lastMicros) {

    /**
     * Computes the latency from the answers.
     *
     * @param startMicros start of the run, in epoch microseconds
     * @param sent send times of each publisher, ascending
     * @param rows number of rows of each message: {@code reconciliation::storedRows}, or a constant where no row can be
     *     missing
     * @param observations ascending in time; the last one contains all rows
     */
    public static CommitLatency of(
            long startMicros, List<SentLog> sent, RowsOfMessage rows, Stream<Observation> observations) {
        return ofLogs(startMicros, sent, (log, message) -> rows.count(log.publisher(), message), observations);
    }

    /** Computes the latency of the messages of several logs, of which some may be of one publisher. */
    public static CommitLatency ofLogs(
            long startMicros, List<SentLog> sent, RowsOfLog rows, Stream<Observation> observations) {
        var latency = new LatencyHistogram();
        var perSecond = new PerSecond(startMicros);
        var sends = new Sends(sent, rows);
        long seen = 0;
        long last = startMicros;
        for (var each = observations.iterator(); each.hasNext(); ) {
            var observation = each.next();
            long added = observation.rows() - seen;
            if (added > 0) {
                sends.take(added, observation.epochMicros(), latency);
                perSecond.add(observation.epochMicros(), added);
                seen = observation.rows();
                last = observation.epochMicros();
            }
        }
        return new CommitLatency(latency, perSecond, last);
    }

    /** Returns the row rates without latencies, for rows that cannot be attributed to messages. */
    public CommitLatency withoutLatency() {
        return new CommitLatency(new LatencyHistogram(), rowsPerSecond, lastMicros);
    }

    /** Returns the average row rate from the start to the last row; 0 without rows. */
    public double averagePerSecond() {
        long micros = lastMicros - rowsPerSecond.startMicros();
        return micros <= 0 ? 0 : rowsPerSecond.total() * 1_000_000.0 / micros;
    }

    /** Number of stored rows of a message. */
    public interface RowsOfMessage {

        int count(int publisher, int message);
    }

    /** Number of stored rows of a message in a log. */
    public interface RowsOfLog {

        int count(SentLog log, int message);
    }

    /**
     * Answer of the database to a row count query.
     *
     * @param epochMicros time of the answer
     * @param rows number of rows of the round
     */
    public record Observation(long epochMicros, long rows) {}

    /** Queue of the rows of all publishers' messages, in send order. */
    private static final class Sends {

        private final RowsOfLog rows;
        private final PriorityQueue<Next> queue =
                new PriorityQueue<>(Comparator.comparingLong(Next::micros).thenComparingInt(Next::publisher));
        private long micros;
        private long left;

        Sends(List<SentLog> sent, RowsOfLog rows) {
            this.rows = rows;
            sent.stream().filter(log -> log.size() > 0).forEach(log -> queue.add(new Next(log, 0)));
        }

        /** Attributes the next {@code count} rows to that time; ignores rows beyond those of all messages. */
        void take(long count, long seenMicros, LatencyHistogram latency) {
            long open = count;
            while (open > 0 && hasRows()) {
                long now = Math.min(open, left);
                latency.add(seenMicros - micros, now);
                left -= now;
                open -= now;
            }
        }

        private boolean hasRows() {
            while (left == 0 && !queue.isEmpty()) {
                var next = queue.remove();
                micros = next.micros();
                left = rows.count(next.log, next.message);
                if (next.message + 1 < next.log.size()) {
                    queue.add(new Next(next.log, next.message + 1));
                }
            }
            return left > 0;
        }

        private record Next(SentLog log, int message) {

            long micros() {
                return log.sentMicros(message);
            }

            int publisher() {
                return log.publisher();
            }
        }
    }
}
