// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.spool.archive.Archive;
import io.github.hivemqtdengine.spool.replay.ReplayDraft;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Maps messages one by one, writes those that would be stored to the replay folder, and counts. Not thread-safe. */
final class ReplayRun {

    private static final int MAX_PROBLEMS = 10;
    private static final long BYTES_BETWEEN_CHECKS = 16L << 20;

    private final ExtensionSettings settings;
    private final Kind kind;
    private final boolean hasTimes;
    private final @Nullable ReplayDraft draft;
    private final RouteTable routes;
    private final Map<String, Long> rows = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private @Nullable String reason;
    private long count;
    private long failed;
    private long nextRoomCheck;

    /** What is replayed: its plural, and the word in the place of a dead letter's reason. */
    enum Kind {
        LINES("Lines", "imported"),
        MESSAGES("Messages", "archived");

        private final String plural;
        private final String word;

        Kind(String plural, String word) {
            this.plural = plural;
            this.word = word;
        }
    }

    /**
     * Creates a run.
     *
     * @param hasTimes whether the times of arrival are those of the messages
     * @param draft receives the messages; {@code null} if they are only mapped
     */
    ReplayRun(ExtensionSettings settings, Kind kind, boolean hasTimes, @Nullable ReplayDraft draft) {
        this.settings = settings;
        this.kind = kind;
        this.hasTimes = hasTimes;
        this.draft = draft;
        this.routes = Mapping.ofMessagesInOrder(settings).routes();
    }

    /** Returns the routes of the configuration. */
    RouteTable routes() {
        return routes;
    }

    /** Returns whether no reason has ended the run. */
    boolean isOpen() {
        return reason == null;
    }

    /** Ends the run at a message that can't be read, nor any after it. */
    void breakOff(String why) {
        count++;
        failed++;
        reason = why;
    }

    long count() {
        return count;
    }

    long failed() {
        return failed;
    }

    /** Returns the number of messages that all of their routes would store. */
    long stored() {
        return count - failed;
    }

    /**
     * Adds a message.
     *
     * @param wanted the routes that want it
     * @param place where it comes from
     */
    void add(List<Route> wanted, InboundMessage message, String place) throws IOException {
        var explained = wanted.stream()
                .map(route -> RouteExplanation.of(route, settings, message))
                .toList();
        var problem = explained.isEmpty()
                ? "no route wants the topic " + message.topic()
                : explained.stream()
                        .filter(one -> problem(one, message) != null)
                        .map(one -> one.match().route().id() + ": " + problem(one, message))
                        .findFirst()
                        .orElse(null);
        if (problem != null) {
            fail(place, problem);
            return;
        }
        count++;
        for (var one : explained) {
            var id = one.match().route().id();
            rows.merge(id, (long) one.rows().size(), Long::sum);
            if (draft != null) {
                checkRoom(draft);
                draft.add(id, message, kind.word, place);
            }
        }
    }

    private @Nullable String problem(RouteExplanation explained, InboundMessage message) {
        if (!explained.isStored()) {
            return explained.problem();
        }
        return !hasTimes && explained.rows().stream().anyMatch(row -> isAtArrival(row, message))
                ? "its time is its arrival; name the column that has it: --time COLUMN"
                : null;
    }

    private static boolean isAtArrival(Row row, InboundMessage message) {
        var arrival = Instant.EPOCH.plus(message.arrivalMicros(), ChronoUnit.MICROS);
        return row.timestamp() == Math.multiplyExact(message.arrivalMicros(), 1_000L)
                || (row.target() instanceof SqlTemplate
                        && Arrays.asList(row.values()).contains(arrival));
    }

    /** Counts a message that is not stored. */
    void fail(String place, String problem) {
        count++;
        failed++;
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(place + ": " + problem);
        }
    }

    /** Ends the run before the disk has no more room than the spool leaves free. */
    private void checkRoom(ReplayDraft written) throws IOException {
        if (written.bytes() >= nextRoomCheck) {
            nextRoomCheck = written.bytes() + BYTES_BETWEEN_CHECKS;
            long free = written.freeBytes();
            long ofArchive = settings.archive() == null ? 0 : Archive.MARGIN; // with less it deletes its files
            if (free < settings.spool().minFreeBytes() + ofArchive + 2 * BYTES_BETWEEN_CHECKS) {
                reason = "The disk of the replay folder has only " + (free >> 20)
                        + " MiB left, and the spool leaves min-free-bytes free; make room, or replay a part";
            }
        }
    }

    /** Returns whether all messages would be stored, and there are some. */
    boolean isFine() {
        return isOpen() && failed == 0 && stored() > 0;
    }

    /**
     * Makes the draft visible to the broker, and returns its path; {@code null} if there is none to be replayed.
     *
     * @param onlyStored whether it may be replayed although other messages would not be stored
     */
    @Nullable
    String commit(boolean onlyStored) throws IOException {
        boolean isWanted = isFine() || (onlyStored && isOpen() && stored() > 0);
        return draft != null && isWanted ? draft.commit().toString() : null;
    }

    /** Returns the sentence about a file that was written. */
    static String written(String target) {
        return "Written to " + target
                + "; a running broker stores it at lower priority than live messages, and then moves it to replay/done";
    }

    /** @param target the file that was written, or {@code null} */
    Fields json(@Nullable String target) {
        return new Fields()
                .with(kind.plural.toLowerCase(Locale.ROOT), count)
                .with("rows", rows)
                .with("failed", failed)
                .with("problems", problems)
                .with("reason", reason)
                .with("file", target);
    }

    /** Returns new lines with the problems and the counts. */
    List<String> lines() {
        var said = new ArrayList<>(problems);
        if (failed > problems.size() + (isOpen() ? 0 : 1)) {
            said.add("... and more");
        }
        said.add(kind.plural + ": " + count + ", failed: " + failed);
        rows.forEach((route, stored) -> said.add("Route " + route + ": rows: " + stored));
        if (reason != null) {
            said.add(reason);
        }
        return said;
    }
}
