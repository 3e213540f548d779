// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.Words;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.message.EpochNanos;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.pipeline.delivery.TimestampAllocator;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.Route.DecodedField;
import io.github.hivemqtdengine.route.Route.DecodedPayload;
import io.github.hivemqtdengine.route.RouteMatch;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Result of one route for a message.
 *
 * @param payload what it reads of the payload
 * @param notes the mapping events
 * @param warnings what may be wrong although it can be stored
 * @param sql the statements that would store the rows
 * @param refusal why there are no rows, or {@code null}
 */
record RouteExplanation(
        RouteMatch match,
        DecodedPayload payload,
        List<Row> rows,
        MappingNotes notes,
        List<String> warnings,
        List<String> sql,
        @Nullable Refused refusal) {

    /** Records and rows that are shown as lines of their values; more are a table. */
    private static final int MAX_BLOCKS = 3;

    private static final long TEN_YEARS_MICROS = TimeUnit.DAYS.toMicros(3_653);

    /**
     * Reason why a message is not stored.
     *
     * @param outcome {@code dead-letter} or {@code drop}
     * @param reason one word
     * @param record the number of the record among several, from 1, or {@code null}
     */
    record Refused(String outcome, String reason, @Nullable Integer record, String sentence) {

        static Refused by(MappingException e) {
            return new Refused(
                    e.action() == OnError.DROP ? "drop" : "dead-letter",
                    Words.of(e.reason()),
                    e.record() == 0 ? null : e.record(),
                    e.sentence());
        }
    }

    /** Returns the result of a route that wants the message. */
    static RouteExplanation of(Route route, ExtensionSettings settings, InboundMessage message) {
        return of(new RouteMatch(route, RouteMatch.Reason.WANTED, Optional.empty()), settings, message);
    }

    static RouteExplanation of(RouteMatch match, ExtensionSettings settings, InboundMessage message) {
        var database = settings.databases().stream()
                .filter(one -> one.id().equals(match.route().databaseId()))
                .findFirst()
                .orElseThrow();
        var notes = new MappingNotes();
        if (!match.isWanted()) {
            return new RouteExplanation(match, DecodedPayload.NOTHING, List.of(), notes, List.of(), List.of(), null);
        }
        var payload = DecodedPayload.NOTHING;
        var rows = List.<Row>of();
        Refused refused;
        try {
            payload = match.route().decoded(message);
            var mapped = match.route().rows(message, notes);
            rows = TimestampAllocator.keyed(match.route(), message, mapped, JdbcDatabase.precision(database));
            notes.overwritten = mapped.size() - rows.size();
            var warnings = warnings(rows, message.arrivalMicros());
            var sql = JdbcDatabase.inserts(database, rows);
            return new RouteExplanation(match, payload, rows, notes, warnings, sql, null);
        } catch (MappingException e) {
            refused = Refused.by(e);
        } catch (IllegalArgumentException e) {
            refused = new Refused("dead-letter", "rejected", null, String.valueOf(e.getMessage()));
        }
        return new RouteExplanation(match, payload, rows, notes, List.of(), List.of(), refused);
    }

    /**
     * Returns a sentence about the first time of the rows, and of each column and tag, that is more than ten years from
     * the arrival. A column may well have such times, unless another unit brings them near.
     */
    private static List<String> warnings(List<Row> rows, long arrivalMicros) {
        var firsts = new LinkedHashMap<String, Long>();
        rows.stream()
                .flatMap(RowText::times)
                .filter(time -> Math.abs(time.nanos() / 1_000 - arrivalMicros) > TEN_YEARS_MICROS)
                .filter(time -> time.of().isEmpty()
                        || !EpochNanos.unitHint(time.nanos()).isEmpty())
                .forEach(time -> firsts.putIfAbsent(time.of(), time.nanos()));
        return firsts.entrySet().stream()
                .map(time -> "the time " + RowText.time(time.getValue()) + time.getKey()
                        + " is more than ten years from the arrival" + EpochNanos.unitHint(time.getValue()))
                .toList();
    }

    boolean isWanted() {
        return match.isWanted();
    }

    /** Returns whether this route loses nothing of the message. */
    boolean isStored() {
        return refusal == null && !notes.hasSkippedRows();
    }

    /** Returns why something of the message is not stored, if it is not. */
    String problem() {
        return refusal == null ? String.join("; ", notes.lines()) : refusal.sentence;
    }

    Map<String, @Nullable Object> json() {
        return new Fields()
                .with("id", match.route().id())
                .with("database", match.route().databaseId())
                .with("matches", match.isWanted())
                .with("why", Words.of(match.reason()))
                .with("filter", match.filter().map(filter -> filter.text()).orElse(null))
                .with(
                        "records",
                        payload.records().stream()
                                .map(RouteExplanation::fieldsJson)
                                .toList())
                .with("unused", payload.unused())
                .with("rows", rows.stream().map(RowText::json).toList())
                .with("overwritten", notes.overwritten)
                .with("events", notes.json())
                .with("warnings", warnings)
                .with("sql", sql)
                .with("outcome", outcome())
                .with("reason", refusal == null ? null : refusal.reason)
                .with("record", refusal == null ? null : refusal.record)
                .with("sentence", refusal == null ? null : refusal.sentence)
                .map();
    }

    private String outcome() {
        if (refusal != null) {
            return refusal.outcome;
        }
        if (!isWanted()) {
            return "not-wanted";
        }
        return rows.isEmpty() ? "no-rows" : "stored";
    }

    private static List<Map<String, @Nullable Object>> fieldsJson(List<DecodedField> record) {
        return record.stream()
                .map(field -> new Fields()
                        .with("pointer", field.path().text())
                        .with("scope", Words.of(field.path().scope()))
                        .with("missing", RowText.isMissing(field.value()))
                        .with("value", RowText.isMissing(field.value()) ? null : RowText.plain(field.value()))
                        .map())
                .toList();
    }

    List<String> lines() {
        var fields = payload.records();
        var lines = new ArrayList<String>();
        lines.add("Route " + match.route().id() + ": " + Words.sentence(match));
        lines.addAll(fields.size() > MAX_BLOCKS ? tableOfFields() : blocksOfFields());
        payload.unused().forEach(pointer -> lines.add("  unused: " + pointer));
        if (rows.size() > MAX_BLOCKS) {
            lines.addAll(RowText.tables(rows));
        } else {
            rows.forEach(row -> lines.addAll(RowText.lines(row)));
        }
        warnings.forEach(warning -> lines.add("  warning: " + warning));
        notes.lines().forEach(note -> lines.add("  " + note));
        if (isWanted() && fields.isEmpty() && notes.isEmpty() && refusal == null) {
            lines.add("  no rows: the payload holds no record");
        }
        sql.forEach(statement -> lines.add("  SQL: " + statement));
        if (refusal != null) {
            lines.add("  " + (refusal.outcome.equals("drop") ? "is dropped" : "goes to the dead letters") + " ("
                    + refusal.reason + "): " + refusal.sentence);
        }
        return lines;
    }

    private List<String> blocksOfFields() {
        var lines = new ArrayList<String>();
        var fields = payload.records();
        for (int i = 0; i < fields.size(); i++) {
            lines.add("  reads" + (fields.size() == 1 ? "" : " of record " + (i + 1)) + ":"
                    + (fields.get(i).isEmpty() ? " nothing of the payload" : ""));
            fields.get(i)
                    .forEach(field -> lines.add("    " + Words.name(field.path()) + " = " + RowText.of(field.value())));
        }
        return lines;
    }

    /** Returns a line for each record, with the fields that any of them has. */
    private List<String> tableOfFields() {
        var records = payload.records().stream()
                .map(fields -> fields.stream()
                        .collect(Collectors.toMap(
                                field -> Words.name(field.path()),
                                field -> RowText.of(field.value()),
                                (one, other) -> one,
                                LinkedHashMap::new)))
                .toList();
        var names = records.stream()
                .flatMap(record -> record.keySet().stream())
                .distinct()
                .toList();
        var lines = new ArrayList<>(List.of("  reads of " + records.size() + " records:"));
        lines.addAll(RowText.table(
                names,
                records,
                record -> names.stream()
                        .map(name -> record.getOrDefault(name, ""))
                        .toList()));
        return lines;
    }

    /** Records the mapping events of a message. */
    private static final class MappingNotes implements MappingEvents {

        private final Map<Note, Integer> counts = new LinkedHashMap<>();
        private int overwritten;

        private record Note(MappingEvent event, String subject, String why) {

            String sentence() {
                return switch (event) {
                    case EMPTY_PAYLOADS -> "no rows: the payload is empty, and on-empty is ignore";
                    case ROWS_FILTERED -> "no row of " + subject + ": its where does not hold";
                    case ROWS_UNCHANGED -> "no row of " + subject + ": its columns have not changed";
                    case ROWS_TOO_SOON -> "no row of " + subject + ": it comes too soon";
                    case ROWS_SKIPPED -> "a row is skipped: " + subject;
                    case VALUES_NULLED -> subject + " becomes NULL, as the mapping says";
                    case VALUES_DEFAULTED -> subject + " gets its default";
                    case VALUES_TRUNCATED -> subject + " is cut to its length";
                    case FIELDS_LEFT_OUT -> subject + " is left out: there is no column for it" + why;
                    case UNKNOWN_ALIASES -> "an alias or datatype is unknown: " + subject;
                    case SEQUENCE_GAPS -> "messages of edge node " + subject + " are missing";
                    case SEQUENCE_REPEATS -> "edge node " + subject + " repeats a sequence number";
                };
            }
        }

        @Override
        public void count(MappingEvent event, String subject) {
            counts.merge(new Note(event, subject, ""), 1, Integer::sum);
        }

        @Override
        public void leaveOut(String field, String why) {
            counts.merge(new Note(MappingEvent.FIELDS_LEFT_OUT, field, ", since " + why), 1, Integer::sum);
        }

        boolean isEmpty() {
            return counts.isEmpty();
        }

        /** Returns whether a row was skipped because a value is not as expected. */
        boolean hasSkippedRows() {
            return counts.keySet().stream().anyMatch(note -> note.event == MappingEvent.ROWS_SKIPPED);
        }

        List<String> lines() {
            var lines = new ArrayList<String>();
            counts.forEach((note, count) -> lines.add(note.sentence() + (count == 1 ? "" : " (" + count + " times)")));
            if (overwritten > 0) {
                lines.add("rows overwritten by later ones of the same time (on-equal): " + overwritten);
            }
            return lines;
        }

        List<Map<String, @Nullable Object>> json() {
            return counts.entrySet().stream()
                    .map(note -> new Fields()
                            .with("event", Words.of(note.getKey().event))
                            .with("subject", note.getKey().subject)
                            .with("count", note.getValue())
                            .map())
                    .toList();
        }
    }
}
