// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Watchdog for crashes of this process, even by kill -9: a small shell that kills the started child processes and
 * deletes their folder. On systems without a shell there is no watchdog; Java children end by themselves.
 */
public final class Guardian implements AutoCloseable {

    private static final Path SHELL = Path.of("/bin/sh");
    private static final long SECONDS_TO_END = 10;

    /** Reads orders until this process closes the pipe or dies. Ignores Ctrl-C, which reaches the shell, too. */
    private static final String SCRIPT = """
            trap '' INT HUP TERM
            pids=
            while read -r verb pid; do
                case $verb in
                watch) pids="$pids $pid" ;;
                forget)
                    rest=
                    for other in $pids; do [ "$other" = "$pid" ] || rest="$rest $other"; done
                    pids=$rest
                    ;;
                esac
            done
            [ -z "$pids" ] || kill -9 $pids 2>/dev/null
            rm -rf -- "$1" 2>/dev/null || { sleep 1; rm -rf -- "$1"; }
            """;

    private final Optional<Process> shell;
    private final Optional<Writer> orders;

    private Guardian(Optional<Process> shell) {
        this.shell = shell;
        this.orders = shell.map(process -> process.outputWriter(StandardCharsets.US_ASCII));
    }

    /**
     * Starts a guardian.
     *
     * @param folder folder to delete when this process is gone or the guardian is closed
     */
    public static Guardian of(Path folder) throws IOException {
        if (!Files.isExecutable(SHELL)) {
            return new Guardian(Optional.empty());
        }
        return new Guardian(
                Optional.of(new ProcessBuilder(SHELL.toString(), "-c", SCRIPT, "loadtest-guardian", folder.toString())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start()));
    }

    /** Adds a process to kill when this one is gone. */
    public void watch(ProcessHandle process) throws IOException {
        order("watch " + process.pid() + "\n");
    }

    /** Removes a process that has ended, because its id may be reused. */
    public void forget(ProcessHandle process) throws IOException {
        order("forget " + process.pid() + "\n");
    }

    Optional<ProcessHandle> process() {
        return shell.map(Process::toHandle);
    }

    private synchronized void order(String line) throws IOException {
        if (orders.isPresent()) {
            orders.get().write(line);
            orders.get().flush();
        }
    }

    /** Ends the guardian, which kills all watched processes and deletes the folder. */
    @Override
    public synchronized void close() throws IOException {
        if (orders.isEmpty()) {
            return;
        }
        orders.get().close();
        try {
            shell.orElseThrow().waitFor(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
