package io.github.hivemqtdengine.loadtest.stack;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A JVM of this program's own making, with its class path. It says on standard output when it is ready and writes
 * everything else to its log; it ends when its standard input ends, and so never outlives this process.
 */
final class ChildJvm implements AutoCloseable {

    static final String READY = "ready ";

    private static final long SECONDS_TO_END = 20;
    private static final int LOG_LINES_TO_SHOW = 30;

    private final Process process;
    private final String answer;

    private ChildJvm(Process process, String answer) {
        this.process = process;
        this.answer = answer;
    }

    /**
     * Starts a JVM and waits until it is ready.
     *
     * @param log where its standard error goes
     */
    static ChildJvm start(Class<?> main, List<String> jvmArguments, List<String> arguments, Path log)
            throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        var process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        var output = process.inputReader(StandardCharsets.UTF_8);
        var answer = answer(output);
        if (answer.isEmpty()) {
            process.destroyForcibly();
            throw new IOException(main.getSimpleName() + " did not start:\n" + endOf(log));
        }
        ignoreRest(output);
        return new ChildJvm(process, answer.get());
    }

    /** Native code of a child may print before and after. */
    private static Optional<String> answer(BufferedReader output) throws IOException {
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(READY)) {
                return Optional.of(line.substring(READY.length()));
            }
        }
        return Optional.empty();
    }

    private static void ignoreRest(BufferedReader output) {
        var thread = new Thread(() -> output.lines().forEach(line -> {}), "child-output");
        thread.setDaemon(true);
        thread.start();
    }

    private static String endOf(Path log) throws IOException {
        var lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_TO_SHOW), lines.size()));
    }

    /** What it said when it was ready. */
    String answer() {
        return answer;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Lets it end in an orderly way, and kills it if it does not. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
