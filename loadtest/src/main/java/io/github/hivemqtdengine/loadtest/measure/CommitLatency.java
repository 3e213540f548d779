package io.github.hivemqtdengine.loadtest.measure;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * How long messages took from publishing to commit, seen from outside: the database is asked for the number of rows again
 * and again while a run goes.
 *
 * <p>The k-th row that is seen is taken for a row of the k-th message sent, of those that were stored in the end. Its
 * latency is the time of the answer that had it first, less the time at which its message was sent or, in an open loop,
 * should have been. What this says and what not:
 *
 * <ul>
 *   <li>The mean does not depend on which row is taken for which message: it is a sum of answers less a sum of sends.
 *   <li>The percentiles are those of first in, first out. If rows overtake each other, as they do in several lanes, the
 *       true ones are spread wider: the true maximum is this one or more.
 *   <li>A row is committed at some time between two answers and counts from the later one, so all values are too high by
 *       less than the time from one question to the next answer.
 *   <li>If the number of rows falls, as after a crash of the database, rows count when they are first seen.
 *   <li>Rows that are there twice shift what comes after them to earlier messages, and make it look slower.
 * </ul>
 *
 * @param latency of every row that was seen
 * @param rowsPerSecond rows by the second in which they were first seen
 * @param lastMicros when the last row was first seen; the start if none was
 */
public record CommitLatency(LatencyHistogram latency, PerSecond rowsPerSecond, long lastMicros) {

    /**
     * From the answers.
     *
     * @param startMicros the start of the run
     * @param sent what each publisher sent, ascending in time
     * @param rows how many rows each message became: {@code reconciliation::storedRows}, or always the same number where
     *     none can be missing
     * @param observations ascending in time; the last one with all rows
     */
    public static CommitLatency of(
            long startMicros, List<SentLog> sent, RowsOfMessage rows, List<Observation> observations) {
        var latency = new LatencyHistogram();
        var perSecond = new PerSecond(startMicros);
        var sends = new Sends(sent, rows);
        long seen = 0;
        long last = startMicros;
        for (var observation : observations) {
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

    /** The same where nobody knows which row that was seen was of which message. */
    public CommitLatency withoutLatency() {
        return new CommitLatency(new LatencyHistogram(), rowsPerSecond, lastMicros);
    }

    /** Rows by the seconds from the start to the last row; 0 if there was none. */
    public double averagePerSecond() {
        long micros = lastMicros - rowsPerSecond.startMicros();
        return micros <= 0 ? 0 : rowsPerSecond.total() * 1_000_000.0 / micros;
    }

    /** How many rows there are of a message. */
    public interface RowsOfMessage {

        int count(int publisher, int message);
    }

    /**
     * An answer of the database.
     *
     * @param epochMicros when it came
     * @param rows how many rows of the round there were
     */
    public record Observation(long epochMicros, long rows) {}

    /** The rows of all publishers' messages in the order in which these were sent. */
    private static final class Sends {

        private final RowsOfMessage rows;
        private final PriorityQueue<Next> queue =
                new PriorityQueue<>(Comparator.comparingLong(Next::micros).thenComparingInt(Next::publisher));
        private long micros;
        private long left;

        Sends(List<SentLog> sent, RowsOfMessage rows) {
            this.rows = rows;
            sent.stream().filter(log -> log.size() > 0).forEach(log -> queue.add(new Next(log, 0)));
        }

        /** The next rows were seen at that time; rows beyond those of all messages are left out. */
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
                left = rows.count(next.publisher(), next.message);
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
