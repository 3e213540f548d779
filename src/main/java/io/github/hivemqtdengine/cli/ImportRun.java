// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.importer.ImportedMessages;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.spool.replay.ReplayDraft;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Maps the lines of a file one by one, writes those that would be stored, and counts. Not thread-safe. */
final class ImportRun {

    private static final int MAX_PROBLEMS = 10;
    private static final int LINES_BETWEEN_NOTES = 100_000;
    private static final long BYTES_BETWEEN_CHECKS = 16L << 20;

    private final ExtensionSettings settings;
    private final boolean hasTimes;
    private final @Nullable ReplayDraft draft;
    private final RouteTable routes;
    private final Map<String, Long> rows = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private @Nullable String reason;
    private long lines;
    private long failed;
    private long nextRoomCheck;

    /**
     * Creates a run.
     *
     * @param hasTimes whether the file has the times of arrival
     * @param draft receives the messages; {@code null} if they are only mapped
     */
    ImportRun(ExtensionSettings settings, boolean hasTimes, @Nullable ReplayDraft draft) {
        this.settings = settings;
        this.hasTimes = hasTimes;
        this.draft = draft;
        this.routes = Mapping.ofMessagesInOrder(settings).routes();
    }

    /**
     * Reads all messages, unless the rest of the file can't be read or the disk is full.
     *
     * @param progress receives the number of lines from time to time
     */
    void read(ImportedMessages messages, LongConsumer progress) throws IOException {
        while (isRead() && readNext(messages)) {
            if (lines % LINES_BETWEEN_NOTES == 0) {
                progress.accept(lines);
            }
        }
    }

    /** Returns whether no reason has ended the reading. */
    boolean isRead() {
        return reason == null;
    }

    long failed() {
        return failed;
    }

    /** Returns the number of lines that all of their routes would store. */
    long stored() {
        return lines - failed;
    }

    private boolean readNext(ImportedMessages messages) throws IOException {
        try {
            var message = messages.next();
            if (message == null) {
                return false;
            }
            lines++;
            map(message, messages.line());
        } catch (IllegalArgumentException e) {
            lines++;
            if (messages.isBroken()) {
                failed++;
                reason = "The file can't be read after line " + messages.line() + ": " + e.getMessage();
            } else {
                fail(messages.line(), String.valueOf(e.getMessage()));
            }
        }
        return true;
    }

    private void map(InboundMessage message, long line) throws IOException {
        var explained = routes.match(message.topic()).stream()
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
            fail(line, problem);
            return;
        }
        for (var one : explained) {
            var id = one.match().route().id();
            rows.merge(id, (long) one.rows().size(), Long::sum);
            if (draft != null) {
                checkRoom(draft);
                draft.add(id, message, "line " + line);
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

    private void fail(long line, String problem) {
        failed++;
        if (problems.size() < MAX_PROBLEMS) {
            problems.add("line " + line + ": " + problem);
        }
    }

    /** Ends the reading before the disk has no more room than the spool leaves free. */
    private void checkRoom(ReplayDraft written) throws IOException {
        if (written.bytes() >= nextRoomCheck) {
            nextRoomCheck = written.bytes() + BYTES_BETWEEN_CHECKS;
            long free = written.freeBytes();
            if (free < settings.spool().minFreeBytes() + 2 * BYTES_BETWEEN_CHECKS) {
                reason = "The disk of the replay folder has only " + (free >> 20)
                        + " MiB left, and the spool leaves min-free-bytes free";
            }
        }
    }

    /** @param target the file that was written, or {@code null} */
    Map<String, @Nullable Object> json(@Nullable String target) {
        return new Fields()
                .with("lines", lines)
                .with("rows", rows)
                .with("failed", failed)
                .with("problems", problems)
                .with("reason", reason)
                .with("file", target)
                .map();
    }

    /** Returns new lines with the problems and the counts. */
    List<String> lines() {
        var said = new ArrayList<>(problems);
        if (failed > problems.size() + (isRead() ? 0 : 1)) {
            said.add("... and more");
        }
        said.add("Lines: " + lines + ", failed: " + failed);
        rows.forEach((route, count) -> said.add("Route " + route + ": rows: " + count));
        if (reason != null) {
            said.add(reason);
        }
        return said;
    }
}
