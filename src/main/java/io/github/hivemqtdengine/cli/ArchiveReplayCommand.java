// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.option.DataFolderOption;
import io.github.hivemqtdengine.cli.option.PeriodOptions;
import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.spool.archive.ArchivedMessages;
import io.github.hivemqtdengine.spool.archive.ArchivedMessages.Archived;
import io.github.hivemqtdengine.spool.replay.ReplayDraft;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Maps stored messages again: makes a file that the broker replays. */
@Command(
        name = "replay",
        description =
                "Maps messages of the archive again, and writes them to the replay folder, from which the broker"
                        + " stores them at lower priority than live messages. Rows with the same key replace those from before.",
        footer = {
            "",
            "Examples:",
            "  hivemq-tdengine archive replay --route meters --since 7d --check",
            "  hivemq-tdengine archive replay --route meters --into meters-v2 --until 2026-01-31T08:00:00Z"
        },
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class ArchiveReplayCommand extends ConfiguredCommand {

    private static final int MESSAGES_BETWEEN_NOTES = 100_000;

    @Option(names = "--route", paramLabel = "ID", description = "Only messages that this route has received.")
    private @Nullable String from;

    @Option(names = "--into", paramLabel = "ID", description = "The route that stores them; their own unless given.")
    private @Nullable String into;

    @Option(names = "--topic", paramLabel = "FILTER", description = "Only messages of this MQTT topic filter.")
    private @Nullable String topic;

    @Mixin
    private final PeriodOptions period;

    @Option(names = "--check", description = "Only map the messages; write nothing.")
    private boolean check;

    @Option(names = "--only-stored", description = "Replay what would be stored, although other messages would not be.")
    private boolean onlyStored;

    @Mixin
    private final DataFolderOption dataFolder;

    private long withoutBirth;

    ArchiveReplayCommand(Path home, InputStream in, EpochClock clock) {
        super(home, in);
        this.period = new PeriodOptions(clock);
        this.dataFolder = new DataFolderOption(home);
    }

    @Override
    void checkOptions() {
        var unused = period.read();
        if (into != null && from == null) {
            throw configuration().usage("--into needs --route: whose messages?");
        }
        if (topic != null) {
            filter(topic);
        }
    }

    private TopicFilter filter(String text) {
        try {
            return TopicFilter.parse(text);
        } catch (IllegalArgumentException e) {
            throw configuration().usage("--topic \"" + text + "\": " + e.getMessage());
        }
    }

    @Override
    int run(ExtensionSettings settings) throws IOException {
        if (check) {
            return replayed(settings, null);
        }
        try (var draft = dataFolder.draft(period.now())) {
            return replayed(settings, draft);
        }
    }

    private int replayed(ExtensionSettings settings, @Nullable ReplayDraft draft) throws IOException {
        var run = new ReplayRun(settings, ReplayRun.Kind.MESSAGES, true, draft);
        checkRoute(run, into);
        var chosen = period.read();
        var found = new TreeSet<String>();
        long missing;
        long damaged;
        try (var archive = new ArchivedMessages(dataFolder.existing(), chosen.fromMicros(), chosen.toMicros())) {
            read(archive, run, found, settings.capture().maxMessageBytes());
            missing = archive.missing();
            damaged = archive.damaged();
        } catch (AccessDeniedException e) {
            throw configuration().usage(e.getMessage() + " can't be read; run the command as the broker's user");
        }
        var target = run.commit(onlyStored);
        output().print(
                        run.json(target)
                                .with("withoutBirth", withoutBirth)
                                .with("missing", missing)
                                .with("damaged", damaged)
                                .map(),
                        () -> lines(run, found, missing + damaged, target));
        return run.isFine() && withoutBirth + missing + damaged == 0 ? ExitCode.FINE : ExitCode.PROBLEMS;
    }

    private void checkRoute(ReplayRun run, @Nullable String id) {
        if (id != null && run.routes().route(id).isEmpty()) {
            throw configuration()
                    .usage("There is no route " + id + " in " + configuration().file());
        }
    }

    /** @param found receives the routes of all messages of the period */
    private void read(ArchivedMessages archive, ReplayRun run, Set<String> found, long largest) throws IOException {
        var filter = topic == null ? null : filter(topic);
        for (var next = archive.next(); next != null && run.isOpen(); next = archive.next()) {
            found.add(next.routeId());
            if ((from == null || from.equals(next.routeId()))
                    && (filter == null || filter.matches(next.message().topic()))) {
                add(next, run, largest);
            }
        }
    }

    private void add(Archived archived, ReplayRun run, long largest) throws IOException {
        var id = Objects.requireNonNullElse(into, archived.routeId());
        var place = archived.message().topic() + " at "
                + RowText.time(archived.message().arrivalMicros() * 1_000);
        var route = run.routes().route(id);
        if (route.isEmpty()) {
            run.fail(place, "there is no route " + id + "; name another one: --into ID");
        } else if (archived.message().payload().length > largest) {
            run.fail(place, "its payload is larger than max-message-bytes, and the broker would not take it");
        } else if (!archived.areNamesKnown() && route.get().ordersByEdgeNode()) {
            withoutBirth++;
        } else {
            run.add(List.of(route.get()), archived.message(), place);
            if (run.count() % MESSAGES_BETWEEN_NOTES == 0) {
                output().note(run.count() + " messages");
            }
        }
    }

    private List<String> lines(ReplayRun run, Set<String> found, long missing, @Nullable String target) {
        var lines = run.lines();
        if (withoutBirth > 0) {
            lines.add(withoutBirth
                    + " messages of Sparkplug edge nodes are left out: their NBIRTH, or a message after it,"
                    + " is not in the archive, not in that time (--since), or not stored by any route");
        }
        if (missing > 0) {
            lines.add("Places where the archive lacks messages, or is damaged: " + missing);
        }
        lines.add(target != null ? ReplayRun.written(target) : unwritten(run, found));
        return lines;
    }

    private String unwritten(ReplayRun run, Set<String> found) {
        if (!run.isOpen()) {
            return "Nothing is replayed";
        }
        if (run.count() + withoutBirth == 0) {
            return found.isEmpty()
                    ? "The archive has no message of that time; <archive> in <delivery> makes the broker keep them"
                    : "There is no such message; the archive has some of the routes " + String.join(", ", found);
        }
        if (run.stored() == 0) {
            return "No message would be stored; nothing is replayed";
        }
        return check
                ? "Nothing is written because of --check"
                : "Nothing is replayed. Correct the mapping, or replay the other messages with --only-stored";
    }
}
