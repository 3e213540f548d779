// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayDraftTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    private Path data;

    @Test
    void shouldAppearAsAWhole() throws IOException {
        try (var draft = new ReplayDraft(data, NOW)) {
            draft.out().write("one\n".getBytes(StandardCharsets.UTF_8));
            draft.out().flush();
            assertThat(visible()).isEmpty();

            var file = draft.commit();

            assertThat(visible()).containsExactly(file);
            assertThat(file).content().isEqualTo("one\n");
            assertThat(file.getFileName().toString()).matches("letters-20260102T030405Z-\\d+\\.jsonl");
        }
        assertThat(visible()).hasSize(1);
    }

    @Test
    void shouldLeaveNothingIfItIsNotCommitted() throws IOException {
        new ReplayDraft(data, NOW).close();

        assertThat(data.resolve("replay")).isEmptyDirectory();
    }

    @Test
    void shouldNotReplaceAnotherDraftOfTheSameSecond() throws IOException {
        try (var one = new ReplayDraft(data, NOW);
                var other = new ReplayDraft(data, NOW)) {
            assertThat(one.commit()).isNotEqualTo(other.commit());
        }
        assertThat(visible()).hasSize(2);
    }

    /** Returns the files that the broker looks at. */
    private List<Path> visible() throws IOException {
        try (var files = Files.list(data.resolve(ReplayFolder.NAME))) {
            return files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .toList();
        }
    }
}
