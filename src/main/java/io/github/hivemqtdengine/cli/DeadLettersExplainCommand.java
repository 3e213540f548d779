// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.Words;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterHeader;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows what today's mapping would make of dead letters. */
@Command(
        name = "explain",
        description = "Tries dead letters with the configuration as it is now: how many would be stored, by route and"
                + " reason, and why the others would not. Stores nothing.",
        footer = {"", "Example:", "  hivemq-tdengine dead-letters explain --reason type_mismatch"},
        mixinStandardHelpOptions = true)
final class DeadLettersExplainCommand extends ConfiguredCommand {

    private static final int MAX_GROUPS = 1_000;
    private static final int MAX_SAMPLE_BYTES = 16 * 1_024;

    @Mixin
    private final DeadLetterOptions letters;

    DeadLettersExplainCommand(Path home, InputStream in, EpochClock clock) {
        super(home, in);
        this.letters = new DeadLetterOptions(home, clock);
    }

    /** Route and reason that letters have in common. */
    private record Kind(String route, String reason) implements Comparable<Kind> {

        /** All kinds beyond the first {@link #MAX_GROUPS}, which an operator's own files may have. */
        private static final Kind OTHERS = new Kind("others", "others");

        @Override
        public int compareTo(Kind other) {
            int byRoute = route.compareTo(other.route);
            return byRoute == 0 ? reason.compareTo(other.reason) : byRoute;
        }
    }

    /** Letters of one kind. */
    private static final class Group {

        private final Kind kind;
        private final DeadLetterHeader first;
        private final String place;
        private long count;
        private long stored;
        private Instant last;
        private boolean hasSample;
        private @Nullable Map<String, @Nullable Object> sample;
        private @Nullable String problem;

        Group(Kind kind, DeadLetterHeader first, String place) {
            this.kind = kind;
            this.first = first;
            this.place = place;
            this.last = first.time();
        }

        /** Adds a letter; the sample is the first one that would not be stored, or the first one. */
        void add(DeadLetterHeader letter, LetterTrial.Result result) {
            count++;
            last = letter.time().isAfter(last) ? letter.time() : last;
            if (result.isStored()) {
                stored++;
            }
            if (!hasSample || (problem == null && !result.isStored())) {
                hasSample = true;
                sample = sampleJson(result);
                problem = result.problem();
            }
        }

        Map<String, @Nullable Object> json() {
            return new Fields()
                    .with("route", kind.route)
                    .with("reason", kind.reason)
                    .with("count", count)
                    .with("stored", stored)
                    .with("first", first.time().toString())
                    .with("last", last.toString())
                    .with("place", place)
                    .with("detail", first.detail())
                    .with("problem", problem)
                    .with("sample", sample)
                    .map();
        }

        private static @Nullable Map<String, @Nullable Object> sampleJson(LetterTrial.Result sample) {
            var message = sample.message();
            if (message == null) {
                return null;
            }
            var payload = message.payload();
            var start = Arrays.copyOf(payload, Math.min(payload.length, MAX_SAMPLE_BYTES));
            return new Fields()
                    .with("topic", message.topic())
                    .with("client", message.clientId())
                    .with("user", message.userName())
                    .with("qos", message.qos())
                    .with("retain", message.retain())
                    .with(
                            "properties",
                            message.properties().userProperties().stream()
                                    .map(property -> property.name() + "=" + property.value())
                                    .toList())
                    .with("payloadBytes", payload.length)
                    .with("payload", Base64.getEncoder().encodeToString(start))
                    .map();
        }

        List<String> lines() {
            var lines = new ArrayList<String>();
            lines.add("%s, %s: %d of %s would be stored"
                    .formatted(kind.route, kind.reason, stored, Words.deadLetters(count)));
            if (problem != null) {
                lines.add("  " + (sample == null ? "" : sample.get("topic") + ": ") + problem);
            }
            return lines;
        }
    }

    @Override
    int run(ExtensionSettings settings) throws IOException {
        var trial = new LetterTrial(settings);
        var groups = new TreeMap<Kind, Group>();
        var counts = letters.read((file, line, letter, lines) -> {
            var own = new Kind(letter.route(), letter.reason());
            var kind = groups.size() < MAX_GROUPS || groups.containsKey(own) ? own : Kind.OTHERS;
            groups.computeIfAbsent(kind, its -> new Group(its, letter, file.getFileName() + ":" + line.number()))
                    .add(letter, trial.of(line, lines));
        });
        var all = List.copyOf(groups.values());
        long stored = all.stream().mapToLong(group -> group.stored).sum();
        output().print(
                        new Fields()
                                .with("count", counts.chosen())
                                .with("stored", stored)
                                .with("unreadable", counts.unreadable())
                                .with("groups", all.stream().map(Group::json).toList())
                                .map(),
                        () -> lines(all, stored, counts));
        return stored == counts.chosen() ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    private static List<String> lines(List<Group> groups, long stored, DeadLetterOptions.Counts counts) {
        var lines = new ArrayList<String>();
        groups.forEach(group -> lines.addAll(group.lines()));
        lines.add(stored + " of " + Words.deadLetters(counts.chosen()) + " would be stored"
                + (counts.unreadable() == 0 ? "" : "; lines that are not dead letters: " + counts.unreadable()));
        return lines;
    }
}
