package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records the mapping events of a message. */
final class MappingNotes implements MappingEvents {

    private final Map<Note, Integer> counts = new LinkedHashMap<>();

    private record Note(MappingEvent event, String subject) {

        String sentence() {
            return switch (event) {
                case ROWS_FILTERED -> "no row of " + subject + ": its where does not hold";
                case ROWS_UNCHANGED -> "no row of " + subject + ": its columns have not changed";
                case ROWS_TOO_SOON -> "no row of " + subject + ": it comes too soon";
                case ROWS_SKIPPED -> "a row is skipped: " + subject;
                case VALUES_NULLED -> subject + " becomes NULL, as the mapping says";
                case VALUES_DEFAULTED -> subject + " gets its default";
                case VALUES_TRUNCATED -> subject + " is cut to its length";
                case FIELDS_LEFT_OUT -> subject + " is left out: there is no column for it";
            };
        }
    }

    @Override
    public void count(MappingEvent event, String subject) {
        counts.merge(new Note(event, subject), 1, Integer::sum);
    }

    /** Returns whether a row was skipped because a value is not as expected. */
    boolean hasSkippedRows() {
        return counts.keySet().stream().anyMatch(note -> note.event == MappingEvent.ROWS_SKIPPED);
    }

    List<String> lines() {
        return counts.entrySet().stream()
                .map(note ->
                        note.getKey().sentence() + (note.getValue() == 1 ? "" : " (" + note.getValue() + " times)"))
                .toList();
    }

    List<Map<String, @Nullable Object>> json() {
        return counts.entrySet().stream()
                .map(note -> new Fields()
                        .with("event", note.getKey().event.label())
                        .with("subject", note.getKey().subject)
                        .with("count", note.getValue())
                        .map())
                .toList();
    }
}
