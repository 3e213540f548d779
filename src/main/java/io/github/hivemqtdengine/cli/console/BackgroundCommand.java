// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.console;

import io.github.hivemqtdengine.decode.json.JsonTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A command that takes minutes, and runs once at a time: the page asks for the lines of its output while it runs. May be
 * called by many threads.
 */
final class BackgroundCommand implements AutoCloseable {

    /** One thread, so that a command has undone what it does before the next one begins. */
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    private final Tool tool;
    private LastLines lines = new LastLines();
    private long runs;
    private @Nullable Future<Tool.Answer> running;

    BackgroundCommand(Tool tool) {
        this.tool = tool;
    }

    /** Starts the command with {@code --json}; ends the one that runs. Returns the number of the run. */
    synchronized long start(Tool.Call call) {
        stop();
        var out = new LastLines();
        lines = out;
        running = thread.submit(() -> tool.run(call, out));
        return ++runs;
    }

    /** Ends the command as Ctrl-C does. */
    synchronized void stop() {
        if (running != null) {
            running.cancel(true);
            running = null;
        }
    }

    /**
     * Returns the lines of a run as JSON, and what it has answered when it is over.
     *
     * @param from number of the first line wanted, 0 for the first one
     * @throws IOException with a sentence if the run was ended
     */
    synchronized byte[] lines(long run, long from) throws IOException {
        var current = running;
        if (current == null || run != runs) {
            throw new IOException("This was ended, perhaps in another tab");
        }
        boolean isRunning = !current.isDone(); // before the lines, which are all there then
        var answer = isRunning ? new Tool.Answer(0, "") : answer(current);
        return ("{\"lines\":[" + String.join(",", lines.since(from)) + "],\"next\":" + lines.next() + ",\"isRunning\":"
                        + isRunning + ",\"code\":" + answer.code() + ",\"error\":"
                        + JsonTree.write(answer.err().strip()) + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Tool.Answer answer(Future<Tool.Answer> done) throws IOException {
        try {
            return done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The console ends", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
