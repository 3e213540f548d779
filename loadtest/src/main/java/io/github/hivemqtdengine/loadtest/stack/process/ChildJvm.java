// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import io.github.hivemqtdengine.loadtest.agent.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Child JVM with the class path of this program. It reports readiness on standard output and writes other output to its
 * log. It ends when its standard input ends, so it never outlives this process. The guardian also kills a suspended
 * one.
 */
public final class ChildJvm implements AutoCloseable {

    static final String READY = "ready ";

    static final String HEAP = "heap ";

    private static final Duration TO_START = Duration.ofMinutes(2);
    private static final long SECONDS_TO_END = 20;
    private static final long SECONDS_TO_COLLECT = 60;
    private static final int LOG_LINES_TO_SHOW = 30;

    private final Guardian guardian;
    private final Process process;
    private final String answer;
    private final BlockingQueue<Long> heaps = new LinkedBlockingQueue<>();
    /** Questions for the heap that the child has not answered yet. */
    private int unanswered;

    private ChildJvm(Guardian guardian, Process process, String answer) {
        this.guardian = guardian;
        this.process = process;
        this.answer = answer;
    }

    /**
     * Starts a JVM and waits until it is ready. Kills a JVM that fails to become ready.
     *
     * @param log file for its standard error
     */
    public static ChildJvm start(
            Guardian guardian, Class<?> main, List<String> jvmArguments, List<String> arguments, Path log)
            throws IOException {
        var process = run(guardian, main, jvmArguments, arguments, log);
        return awaitReady(guardian, process, main, log, TO_START);
    }

    /** Starts a JVM without waiting for it. */
    static Process run(Guardian guardian, Class<?> main, List<String> jvmArguments, List<String> arguments, Path log)
            throws IOException {
        var command = new ArrayList<>(JavaCommand.of(main, jvmArguments));
        command.addAll(arguments);
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        guardian.watch(process.toHandle());
        return process;
    }

    /** @param limit longest time to become ready */
    static ChildJvm awaitReady(Guardian guardian, Process process, Class<?> main, Path log, Duration limit)
            throws IOException {
        var tooLate = new CompletableFuture<Boolean>().completeOnTimeout(true, limit.toMillis(), TimeUnit.MILLISECONDS);
        var unused = tooLate.thenRun(process.toHandle()::destroyForcibly); // ends its output
        var output = process.inputReader(StandardCharsets.UTF_8);
        var answer = answer(output);
        if (!tooLate.cancel(false)) {
            new ChildJvm(guardian, process, "").kill();
            throw new IOException(main.getSimpleName() + " was not ready within " + limit + ":\n" + endOf(log));
        }
        if (answer.isEmpty()) {
            new ChildJvm(guardian, process, "").kill();
            throw new IOException(main.getSimpleName() + " did not start:\n" + endOf(log));
        }
        var jvm = new ChildJvm(guardian, process, answer.get());
        jvm.readRest(output);
        return jvm;
    }

    /** Returns the first answer; ignores other lines, which native code in the child may print. */
    private static Optional<String> answer(BufferedReader output) throws IOException {
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(READY)) {
                return Optional.of(line.substring(READY.length()));
            }
        }
        return Optional.empty();
    }

    private void readRest(BufferedReader output) {
        var thread = new Thread(
                () -> {
                    try {
                        output.lines()
                                .filter(line -> line.startsWith(HEAP))
                                .forEach(line -> heaps.add(Long.valueOf(line.substring(HEAP.length()))));
                    } catch (UncheckedIOException e) {
                        // the child was killed
                    }
                },
                "child-output");
        thread.setDaemon(true);
        thread.start();
    }

    private static String endOf(Path log) throws IOException {
        var lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_TO_SHOW), lines.size()));
    }

    /** Returns the answer that the child gave when it was ready. */
    public String answer() {
        return answer;
    }

    /** Collects all garbage and returns the heap still in use, in bytes; empty if the JVM does not answer. */
    public OptionalLong heapBytes() throws IOException, InterruptedException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        unanswered++;
        var bytes = OptionalLong.empty();
        while (unanswered > 0) { // an earlier question may be answered late
            var answered = heaps.poll(SECONDS_TO_COLLECT, TimeUnit.SECONDS);
            if (answered == null) {
                return OptionalLong.empty();
            }
            unanswered--;
            bytes = OptionalLong.of(answered);
        }
        return bytes;
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Kills the JVM. */
    public void kill() throws IOException {
        process.destroyForcibly();
        await();
    }

    /** Stops the JVM in an orderly way, or kills it after a timeout. */
    @Override
    public void close() throws IOException {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // the child has already ended
        }
        await();
    }

    private void await() throws IOException {
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly().onExit().join(); // its port must be free for the next server
            Thread.currentThread().interrupt();
        }
        guardian.forget(process.toHandle());
    }
}
