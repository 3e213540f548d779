package io.github.hivemqtdengine.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** {@code ./demo} in a process of its own, as somebody at a terminal runs it. */
final class DemoProcess implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 300;

    private final Process process;
    private final Path output;

    private DemoProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts the demo on free ports below a folder, with further options behind those. */
    static DemoProcess start(Path folder, String... options) throws IOException {
        // a test run in the background hands ignored signals down, which Ctrl-C at a terminal never meets
        var command = new ArrayList<>(List.of(
                "env", "--default-signal=INT", Path.of("demo").toAbsolutePath().toString()));
        command.addAll(List.of("--dir", folder.resolve("demo-data").toString()));
        command.addAll(List.of("--mqtt-port", "0", "--http-port", "0", "--pg-port", "0"));
        command.addAll(List.of(options));
        var output = folder.resolve("output.txt");
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new DemoProcess(process, output);
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

    /** The first number that the summary has behind a label. */
    long summary(String label) throws IOException {
        return number(label + " +([\\d,]+)");
    }

    /** The number in the only group of a pattern. */
    long number(String pattern) throws IOException {
        var matcher = Pattern.compile(pattern).matcher(output());
        if (!matcher.find()) {
            throw new AssertionError("No " + pattern + " in:\n" + output());
        }
        return Long.parseLong(matcher.group(1).replace(",", ""));
    }

    boolean isAlive() {
        return process.isAlive() || process.descendants().findAny().isPresent();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
