package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.RowObservation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The rows that a round has to leave in the database.
 *
 * @param messages rows of the publishers' messages
 * @param calls rows of calls and their answers
 * @param deadlineMicros when they have to be there; epoch microseconds
 */
record DueRows(long messages, long calls, long deadlineMicros) {

    /** Where calls and answers go. */
    private static final String CALLS = "devices";

    /**
     * Of a load.
     *
     * @param steps by which rows overwrite each other; only one of each key is due then
     * @param tellsAcknowledged whether it noted what was acknowledged; if not, all that was sent is due
     */
    static DueRows of(Scenario scenario, LoadResult load, Optional<TimeSteps> steps, boolean tellsAcknowledged) {
        boolean acknowledged = tellsAcknowledged && scenario.load().publishers().qos() > 0;
        long messages = acknowledged ? load.acknowledgedCount() : load.sentCount();
        long rows = steps.map(kept -> kept.rows(load.sent(), acknowledged))
                .orElse(scenario.storage().rowsPerMessage() * messages);
        boolean calls = scenario.load().calls().isPresent()
                && scenario.storage().table().filter(CALLS::equals).isPresent();
        long end = calls ? load.endMicros() : load.endOfSendingMicros();
        return new DueRows(
                rows,
                calls ? 2 * load.calls().answered().count() : 0,
                end + TimeUnit.NANOSECONDS.toMicros(scenario.storage().late().toNanos()));
    }

    long all() {
        return messages + calls;
    }

    /** How many of them were not there yet when they were first counted after the deadline, but were in the end. */
    long late(List<RowObservation> counts) {
        if (counts.isEmpty()) {
            return 0;
        }
        var last = counts.get(counts.size() - 1);
        var atDeadline = counts.stream()
                .filter(seen -> seen.epochMicros() >= deadlineMicros)
                .findFirst()
                .orElse(last);
        return Math.max(0, Math.min(all(), last.rows()) - Math.min(all(), atDeadline.rows()));
    }
}
