// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.hivemqtdengine.extension.BusyLoop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuProfileTest {

    private static final int MOST_TRIES = 100;

    @TempDir
    private Path folder;

    @Test
    void shouldAttributeCpuTimeToThreadsPackagesAndMethods() throws Exception {
        var profile = recordedUntilSampled();

        assertThat(text(profile))
                .containsPattern("\\| " + Pattern.quote(thread()) + " *\\| +[0-9.]+ \\|")
                .containsPattern("\\| extension +\\| +[0-9.]+ \\|")
                .containsPattern("\\| extension\\.BusyLoop\\.run +\\| +[0-9.]+ \\|");
    }

    /** The recorder takes a sample from time to time, so one run of the loop may have none. */
    private CpuProfile recordedUntilSampled() throws Exception {
        var file = folder.resolve("busy.jfr");
        try (var recording = new Recording(Configuration.getConfiguration("profile"))) {
            recording.enable("jdk.ThreadCPULoad").withPeriod(Duration.ofMillis(50));
            recording.start();
            for (int i = 0; i < MOST_TRIES; i++) {
                assertThat(BusyLoop.run()).isPositive();
                recording.dump(file);
                var profile = CpuProfile.read(file);
                if (text(profile).contains("BusyLoop.run") && text(profile).contains(thread())) {
                    return profile;
                }
            }
        }
        throw new AssertionError("no sample in " + MOST_TRIES + " runs");
    }

    @Test
    void shouldRejectAFileThatIsNotARecording() throws Exception {
        var file = Files.writeString(folder.resolve("not.jfr"), "no recording at all".repeat(10));

        assertThatIOException().isThrownBy(() -> CpuProfile.read(file));
    }

    private static String thread() {
        return Thread.currentThread().getName().replaceAll("[0-9]+", "N");
    }

    private static String text(CpuProfile profile) {
        return profile.tables().stream().map(TextTable::toString).collect(Collectors.joining("\n"));
    }
}
