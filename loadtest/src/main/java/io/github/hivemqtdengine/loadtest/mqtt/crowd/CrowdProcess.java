package io.github.hivemqtdengine.loadtest.mqtt.crowd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Child JVM with a share of the crowd. It ends when its standard input ends, so it never outlives this process. */
final class CrowdProcess implements AutoCloseable {

    private static final String HEAP = "-Xmx1g";
    private static final long SECONDS_TO_END = 10;

    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;
    private final ExecutorService reading = Executors.newSingleThreadExecutor(task -> {
        var thread = new Thread(task, "crowd-process");
        thread.setDaemon(true);
        return thread;
    });

    private CrowdProcess(Process process) {
        this.process = process;
        this.commands = process.outputWriter(UTF_8);
        this.answers = process.inputReader(UTF_8);
    }

    /** Starts the process, which connects at once. */
    static CrowdProcess start(CrowdTask task) throws IOException {
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-cp",
                System.getProperty("java.class.path"),
                LoaderMain.class.getName());
        var process = new CrowdProcess(
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
        process.say(CrowdTask.JSON.writeValueAsString(task));
        return process;
    }

    /** Waits until all connections of the process have been tried. */
    void awaitConnected() throws IOException, InterruptedException {
        Await.crowd(answer(LoaderMain.CONNECTED));
    }

    void begin() throws IOException {
        say(LoaderMain.BEGIN);
    }

    CrowdOutcome end() throws IOException, InterruptedException {
        say(LoaderMain.END);
        return CrowdTask.JSON.readValue(Await.result(answer(LoaderMain.OUTCOME)), CrowdOutcome.class);
    }

    private void say(String line) throws IOException {
        commands.write(line + "\n");
        commands.flush();
    }

    /** Returns the rest of the next line with the prefix; skips other lines, which libraries may print. */
    private CompletableFuture<String> answer(String beginning) {
        return CompletableFuture.supplyAsync(() -> read(beginning), reading);
    }

    private String read(String beginning) {
        try {
            for (var line = answers.readLine(); line != null; line = answers.readLine()) {
                if (line.startsWith(beginning)) {
                    return line.substring(beginning.length());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new UncheckedIOException(new IOException("A process of the crowd has ended"));
    }

    @Override
    public void close() {
        try {
            commands.close();
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly(); // it has already ended
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        reading.shutdownNow();
    }
}
