// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.OutputOption;
import io.github.hivemqtdengine.cli.output.Words;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterHeader;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists dead letters and counts them by route and reason. */
@Command(
        name = "list",
        description = "Lists the first dead letters, and counts all of them by route and reason.",
        footer = {"", "Example:", "  hivemq-tdengine dead-letters list --route meters --since 12h"},
        mixinStandardHelpOptions = true)
final class DeadLettersListCommand implements Callable<Integer> {

    private static final int MAX_LISTED = 100_000;

    @Mixin
    private final DeadLetterOptions letters;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many letters are listed, up to 100000; 20 unless given. All are counted.")
    private int limit;

    DeadLettersListCommand(Path home, EpochClock clock) {
        this.letters = new DeadLetterOptions(home, clock);
    }

    /** Letter with its place. */
    private record Listed(Path file, long line, DeadLetterHeader letter) {

        String text() {
            return "%s:%d  %s  %s  %s  %s  %d bytes  %s"
                    .formatted(
                            file.getFileName(),
                            line,
                            letter.time(),
                            letter.route(),
                            letter.reason(),
                            letter.topic(),
                            letter.payloadBytes(),
                            letter.detail());
        }

        Map<String, @Nullable Object> json() {
            return new Fields()
                    .with("file", file.toString())
                    .with("line", line)
                    .with("time", letter.time().toString())
                    .with("route", letter.route())
                    .with("reason", letter.reason())
                    .with("detail", letter.detail())
                    .with("topic", letter.topic())
                    .with("client", letter.client())
                    .with("payloadBytes", letter.payloadBytes())
                    .map();
        }
    }

    /** Route and reason that letters have in common. */
    private record Kind(String route, String reason) implements Comparable<Kind> {

        private static final Comparator<Kind> ORDER =
                Comparator.comparing(Kind::route).thenComparing(Kind::reason);

        @Override
        public int compareTo(Kind other) {
            return ORDER.compare(this, other);
        }
    }

    /**
     * Letters of one kind.
     *
     * @param sample the first one that was read
     */
    private record Group(long count, Instant first, Instant last, Listed sample) {

        static Group of(Listed sample) {
            return new Group(1, sample.letter.time(), sample.letter.time(), sample);
        }

        Group plus(Group more) {
            return new Group(
                    count + more.count,
                    first.isBefore(more.first) ? first : more.first,
                    last.isAfter(more.last) ? last : more.last,
                    sample);
        }
    }

    @Override
    public Integer call() throws IOException {
        if (limit < 0 || limit > MAX_LISTED) {
            throw letters.usage("--limit " + limit + " is not between 0 and " + MAX_LISTED);
        }
        var listed = new ArrayList<Listed>();
        var groups = new TreeMap<Kind, Group>();
        var counts = letters.read((file, line, letter, lines) -> {
            var one = new Listed(file, line.number(), letter);
            if (listed.size() < limit) {
                listed.add(one);
            }
            groups.merge(new Kind(letter.route(), letter.reason()), Group.of(one), Group::plus);
        });
        if (counts.chosen() == 0) {
            letters.checkRoutes();
        }
        output.print(json(counts, groups, listed), () -> lines(counts, groups, listed));
        return ExitCode.FINE;
    }

    private static Map<String, @Nullable Object> json(
            DeadLetterOptions.Counts counts, Map<Kind, Group> groups, List<Listed> listed) {
        return new Fields()
                .with("count", counts.chosen())
                .with("unreadable", counts.unreadable())
                .with(
                        "groups",
                        groups.entrySet().stream()
                                .map(entry -> new Fields()
                                        .with("route", entry.getKey().route())
                                        .with("reason", entry.getKey().reason())
                                        .with("count", entry.getValue().count())
                                        .with("first", entry.getValue().first().toString())
                                        .with("last", entry.getValue().last().toString())
                                        .map())
                                .toList())
                .with("letters", listed.stream().map(Listed::json).toList())
                .map();
    }

    private static List<String> lines(DeadLetterOptions.Counts counts, Map<Kind, Group> groups, List<Listed> listed) {
        var lines = new ArrayList<String>();
        lines.add(Words.deadLetters(counts.chosen())
                + (counts.unreadable() == 0 ? "" : ", and " + counts.unreadable() + " lines that can't be read"));
        groups.forEach((kind, group) -> lines.add("%d  %s  %s  from %s to %s, such as %s:%d: %s"
                .formatted(
                        group.count(),
                        kind.route(),
                        kind.reason(),
                        group.first(),
                        group.last(),
                        group.sample().file().getFileName(),
                        group.sample().line(),
                        group.sample().letter().detail())));
        if (!listed.isEmpty()) {
            lines.add("");
        }
        listed.forEach(letter -> lines.add(letter.text()));
        if (!listed.isEmpty() && listed.size() < counts.chosen()) {
            lines.add("... and " + (counts.chosen() - listed.size()) + " more; --limit N lists more of them");
        }
        return lines;
    }
}
