package io.github.hivemqtdengine.loadtest.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkippedTestsTest {

    @TempDir
    private Path folder;

    @Test
    void shouldNoteEachReasonOnce() throws IOException {
        var notes = folder.resolve("target/skipped-tests.txt");

        SkippedTests.note(notes, "there is no mosquitto");
        SkippedTests.note(notes, "there is no chromium");
        SkippedTests.note(notes, "there is no mosquitto");

        assertThat(notes).hasContent("there is no mosquitto\nthere is no chromium\n");
    }

    @Test
    void shouldLetATestRunWhoseConditionHolds() {
        assertThatCode(() -> SkippedTests.unless(true, "never noted")).doesNotThrowAnyException();
    }
}
