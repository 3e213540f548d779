// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import io.github.hivemqtdengine.testkit.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** {@code ./demo} in a separate process, as a user at a terminal runs it. */
final class DemoProcess implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 300;

    private final Process process;
    private final Path output;

    private DemoProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    static DemoProcess start(Path folder, String... options) throws IOException {
        // a test run in the background hands ignored signals down, which Ctrl-C at a terminal never meets
        var command = new ArrayList<>(List.of(
                "env", "--default-signal=INT", Path.of("demo").toAbsolutePath().toString()));
        command.addAll(List.of("--dir", folder.resolve("demo-data").toString()));
        command.addAll(List.of("--mqtt-port", "0", "--http-port", "0", "--pg-port", "0"));
        command.addAll(List.of(options));
        var output = folder.resolve("output.txt");
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        // most of what a short run takes goes to the optimising compiler
        builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
        return new DemoProcess(builder.start(), output);
    }

    /** Presses Ctrl-C. */
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    /** Waits for the end and returns the exit code. */
    int await() throws InterruptedException, IOException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The demo does not end:\n" + output());
        }
        return process.exitValue();
    }

    /** All that it has printed so far. */
    String output() throws IOException {
        return Files.readString(output);
    }

    /** The first number after a label in the summary. */
    long summary(String label) throws IOException {
        return number(label + " +([\\d,]+)");
    }

    /** The number in a column of the latest line a second, or 0 where there is no number. */
    long latest(String heading) throws IOException {
        var lines = output().lines().toList();
        var headings = List.of(lines.stream()
                .filter(line -> line.contains(heading))
                .findFirst()
                .orElseThrow()
                .strip()
                .split(" {2,}", -1));
        return Long.parseLong(lines.stream()
                .map(line -> line.strip().split(" {2,}", -1))
                .filter(cells -> cells.length == headings.size())
                .map(cells -> cells[headings.indexOf(heading)].replace(",", ""))
                .filter(cell -> cell.matches("\\d+"))
                .reduce("0", (before, after) -> after));
    }

    /** The number in the only group of a pattern. */
    long number(String pattern) throws IOException {
        return Long.parseLong(text(pattern).replace(",", ""));
    }

    /** The text of the only group of a pattern, waited for as long as the demo runs. */
    String awaitText(String pattern) throws IOException {
        var compiled = Pattern.compile(pattern);
        Patience.await().until(() -> compiled.matcher(output()).find() || !isAlive());
        return text(pattern);
    }

    private String text(String pattern) throws IOException {
        var matcher = Pattern.compile(pattern).matcher(output());
        if (!matcher.find()) {
            throw new AssertionError("No " + pattern + " in:\n" + output());
        }
        return matcher.group(1);
    }

    boolean isAlive() {
        return process.isAlive() || process.descendants().findAny().isPresent();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
