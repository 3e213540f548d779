// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.cli.ConfiguredCommand.ConfigurationOption;
import io.github.hivemqtdengine.cli.output.ExitCode;
import io.github.hivemqtdengine.cli.output.Fields;
import io.github.hivemqtdengine.cli.output.OutputOption;
import io.github.hivemqtdengine.cli.output.Words;
import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Puts dead letters into the replay folder. */
@Command(
        name = "replay",
        description =
                "Copies dead letters to the replay folder, as a file that the broker stores by the current mapping.",
        footer = {"", "Example:", "  hivemq-tdengine dead-letters replay --only-stored --since 12h"},
        mixinStandardHelpOptions = true)
final class DeadLettersReplayCommand implements Callable<Integer> {

    @Mixin
    private final DeadLetterOptions letters;

    @Mixin
    private final ConfigurationOption configuration;

    @Option(
            names = "--only-stored",
            description = "Only letters that the configuration would store now, as dead-letters explain finds out.")
    private boolean onlyStored;

    @Mixin
    private final OutputOption output = new OutputOption();

    DeadLettersReplayCommand(Path home, InputStream in, EpochClock clock) {
        this.configuration = new ConfigurationOption(home, in);
        this.letters = new DeadLetterOptions(home, clock);
    }

    @Override
    public Integer call() throws IOException {
        try (var draft = letters.dataFolder().draft(letters.now())) {
            var trial = onlyStored ? trial() : null;
            var copied = new AtomicLong();
            var read = letters.read((file, line, letter, lines) -> {
                if (trial == null || trial.of(line, lines).isStored()) {
                    lines.copy(line, draft.out());
                    copied.incrementAndGet();
                }
            });
            var counts = new DeadLetterOptions.Counts(copied.get(), read.unreadable());
            if (counts.chosen() == 0) {
                print(counts, "", "There is no such dead letter; nothing is replayed");
                return ExitCode.PROBLEMS;
            }
            var file = draft.commit();
            print(
                    counts,
                    file.toString(),
                    Words.deadLetters(counts.chosen()) + " copied to " + file
                            + "; a running broker takes this file within seconds. The original files are unchanged:"
                            + " move or delete them after the replay, so that no letter is replayed twice");
            return ExitCode.FINE;
        }
    }

    private LetterTrial trial() {
        try {
            return new LetterTrial(configuration.read(false, missing -> {}));
        } catch (ConfigurationException e) {
            throw letters.usage(e.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
        }
    }

    private void print(DeadLetterOptions.Counts counts, String file, String sentence) {
        output.print(
                new Fields()
                        .with("count", counts.chosen())
                        .with("unreadable", counts.unreadable())
                        .with("file", file.isEmpty() ? null : file)
                        .map(),
                () -> List.of(sentence));
    }
}
