// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Lists what the machine lacked for tests, which both projects skip by {@code Assumptions.abort}. */
public final class SkippedTests {

    private static final List<String> FOLDERS =
            List.of("target/surefire-reports", "target/failsafe-reports", "loadtest/target/surefire-reports");
    private static final String ABORTED = "org\\.opentest4j\\.TestAbortedException";
    private static final Pattern REASON = Pattern.compile("<skipped type=\"" + ABORTED + "\"><!\\[CDATA\\[" + ABORTED
            + ": (.+)\\R\\s*at org\\.junit\\.jupiter\\.api\\.Assumptions\\.abort\\(");

    private SkippedTests() {}

    /**
     * Prints the reasons that the reports of a build have; the build calls it at its end.
     *
     * @param arguments when the build has begun, and "without" with the tag of the tests that it leaves out, if any
     */
    public static void main(String[] arguments) throws IOException {
        var excluded = arguments[1].replaceFirst("without", "").strip();
        print(reasons(Path.of(""), Instant.parse(arguments[0])), excluded, System.out);
    }

    static void print(SortedSet<String> reasons, String excluded, PrintStream out) {
        if (!reasons.isEmpty()) {
            out.println("Tests were skipped:");
            reasons.forEach(reason -> out.println("  " + reason));
        }
        if (!excluded.isEmpty()) {
            out.println("This was the fast build; ./mvnw verify -Pfull runs the tests with the tag \"" + excluded
                    + "\", too.");
        }
    }

    /** Returns the reasons in reports that have been written since an instant. */
    static SortedSet<String> reasons(Path project, Instant since) throws IOException {
        var reasons = new TreeSet<String>();
        for (var folder : FOLDERS) {
            for (var report : reports(project.resolve(folder))) {
                if (!Files.getLastModifiedTime(report).toInstant().isBefore(since)) {
                    REASON.matcher(Files.readString(report, UTF_8))
                            .results()
                            .forEach(match -> reasons.add(match.group(1)));
                }
            }
        }
        return reasons;
    }

    private static List<Path> reports(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("TEST-"))
                    .toList();
        }
    }
}
