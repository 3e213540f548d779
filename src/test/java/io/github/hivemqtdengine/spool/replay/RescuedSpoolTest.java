// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.replay;

import static io.github.hivemqtdengine.spool.Messages.ROUTE;
import static io.github.hivemqtdengine.spool.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.births.BirthLimits;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import io.github.hivemqtdengine.testkit.InstalledProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replay of segments that version 0.1.0 could not read, by the commands of docs/upgrade.md. */
class RescuedSpoolTest {

    private static final Path UPGRADE = Path.of("docs/upgrade.md");
    private static final Pattern COMMANDS = Pattern.compile("```\\n(mkdir -p rescued/.*?)```", Pattern.DOTALL);

    private final ArrayList<Long> replayed = new ArrayList<>();

    @TempDir
    Path data;

    @Test
    void shouldReplayEveryMessageByTheDocumentedCommands() throws Exception {
        var replay = new ReplayFolder(data.resolve(ReplayFolder.NAME), 4L << 20, Births.inMemory(BirthLimits.DEFAULT));
        poll(replay);
        append(1, 20, "layout");
        moveAsVersion010(data.resolve("spool/1/plant/2/0000000000000000001.segment"));
        append(21, 30, "another layout");
        assertThat(data.resolve("spool/current")).content().startsWith("2\n");

        InstalledProgram.orSkip("bash").run(data, "-ec", commands());
        poll(replay);
        poll(replay);

        assertThat(replayed).isEqualTo(LongStream.rangeClosed(1, 20).boxed().toList());
        assertThat(data.resolve("replay/done/rescued")).isDirectory();
    }

    private void append(long first, long last, String layout) throws IOException {
        try (var spool = Spool.open(data.resolve("spool"), layout, SpoolSettings.DEFAULT)) {
            var lane = spool.log("plant", 2);
            lane.forEachWaiting(message -> {});
            spool.reassign(message -> {});
            for (long number = first; number <= last; number++) {
                assertThat(lane.append(ROUTE, message(number)).number()).isPositive();
            }
        }
    }

    private static void moveAsVersion010(Path segment) throws IOException {
        var damaged =
                Files.createDirectories(segment.resolve("../../../../damaged").normalize());
        Files.move(segment, damaged.resolve("1-plant-2-" + segment.getFileName() + ".damaged"));
    }

    private static String commands() throws IOException {
        var commands = COMMANDS.matcher(Files.readString(UPGRADE));
        assertThat(commands.find()).isTrue();
        return commands.group(1);
    }

    private void poll(ReplayFolder replay) {
        replay.handOver((routeId, message) -> {
            assertThat(routeId).isEqualTo(ROUTE);
            return replayed.add(message.arrivalMicros());
        });
    }
}
