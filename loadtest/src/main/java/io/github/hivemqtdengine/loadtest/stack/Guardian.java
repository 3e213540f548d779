package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A small shell beside this process that outlives it by a moment: when this process is gone, even by kill -9, it kills the
 * processes that were started here and deletes their folder. Where there is no shell there is no guardian; Java children
 * end by themselves then.
 */
public final class Guardian implements AutoCloseable {

    private static final Path SHELL = Path.of("/bin/sh");
    private static final long SECONDS_TO_END = 10;

    /** Reads until this process closes the pipe or dies. Ctrl-C in a terminal reaches it, too: it must not end by that. */
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
     * A guardian of processes that are still to start.
     *
     * @param folder what is deleted when this process is gone, or the guardian closed
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

    /** Kills a process when this one is gone. */
    public void watch(ProcessHandle process) throws IOException {
        order("watch " + process.pid() + "\n");
    }

    /** Leaves alone a process that has ended: its number may be another's soon. */
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

    /** Lets it do its work now: what it still watches is killed. */
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
