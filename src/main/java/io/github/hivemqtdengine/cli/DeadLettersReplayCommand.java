// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.spool.replay.ReplayDraft;
import io.github.hivemqtdengine.time.EpochClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Puts dead letters into the replay folder. */
@Command(
        name = "replay",
        description =
                "Copies dead letters to the replay folder, as a file that the broker stores by the current mapping.",
        mixinStandardHelpOptions = true)
final class DeadLettersReplayCommand implements Callable<Integer> {

    @Mixin
    private final DeadLetterOptions letters;

    @Mixin
    private final OutputOption output = new OutputOption();

    DeadLettersReplayCommand(Path home, EpochClock clock) {
        this.letters = new DeadLetterOptions(home, clock);
    }

    @Override
    public Integer call() throws IOException {
        try (var draft = draft()) {
            var counts = letters.read((file, line, letter, lines) -> lines.copy(line, draft.out()));
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

    private ReplayDraft draft() {
        var folder = letters.extensionFolder();
        try {
            PrivateFiles.otherOwner(folder).ifPresent(owner -> {
                throw letters.usage("Folder \"" + folder + "\" belongs to \"" + owner
                        + "\", not to the user of this command; nothing is written, since the broker could not read it,"
                        + " and its user could redirect it. Run the command as that user: "
                        + Words.asUser(owner) + "bin/hivemq-tdengine dead-letters replay ...");
            });
            return new ReplayDraft(folder, letters.now());
        } catch (IOException e) {
            throw letters.usage("The replay folder in \"" + folder + "\" can't be written: " + e);
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
