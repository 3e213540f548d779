// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkippedTestsTest {

    private static final Instant START = Instant.parse("2026-11-28T12:00:00Z");
    private static final String REPORT = """
            <testsuite name="AccessIT" skipped="1">
              <testcase name="shouldRun">
                <skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException: REASON
            \tat org.junit.jupiter.api.Assumptions.CALL(Assumptions.java:316)
            ]]></skipped>
              </testcase>
            </testsuite>
            """;

    @TempDir
    private Path project;

    @Test
    void shouldFindTheReasonsOfBothProjectsOnce() throws IOException {
        report("target/surefire-reports/TEST-A.xml", "no taosd here", "abort", START);
        report("target/failsafe-reports/TEST-B.xml", "no taosd here", "abort", START.plusSeconds(60));
        report("loadtest/target/surefire-reports/TEST-C.xml", "no chromium here", "abort", START);

        assertThat(SkippedTests.reasons(project, START)).containsExactly("no chromium here", "no taosd here");
    }

    @Test
    void shouldIgnoreAnEarlierBuildAndTestsThatDoNotApply() throws IOException {
        report("target/surefire-reports/TEST-A.xml", "no taosd here", "abort", START.minusSeconds(1));
        report("target/surefire-reports/TEST-B.xml", "Assumption failed: not Linux", "throwAssumptionFailed", START);

        assertThat(SkippedTests.reasons(project, START)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no taosd | ''   | 'Tests were skipped:\n  no taosd\n'",
                "''       | full | 'This was the fast build; ./mvnw verify -Pfull runs the tests with the tag \"full\", "
                        + "too.\n'",
                "''       | ''   | ''"
            })
    void shouldSayWhatDidNotRun(String reason, String excluded, String lines) {
        var out = new ByteArrayOutputStream();

        SkippedTests.print(
                new TreeSet<>(reason.isEmpty() ? List.of() : List.of(reason)),
                excluded,
                new PrintStream(out, true, UTF_8));

        assertThat(out.toString(UTF_8)).isEqualToNormalizingNewlines(lines);
    }

    private void report(String file, String reason, String call, Instant written) throws IOException {
        var path = project.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, REPORT.replace("REASON", reason).replace("CALL", call));
        Files.setLastModifiedTime(path, FileTime.from(written));
    }
}
