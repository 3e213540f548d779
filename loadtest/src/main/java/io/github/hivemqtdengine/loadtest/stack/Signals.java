package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Stops processes from running, and lets them run again, where the system has signals. */
final class Signals {

    private static final Optional<Path> KILL = Stream.of("/bin/kill", "/usr/bin/kill")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();

    private Signals() {}

    static boolean areThere() {
        return KILL.isPresent();
    }

    static void pause(ProcessHandle process) throws IOException, InterruptedException {
        send("-STOP", process);
    }

    static void resume(ProcessHandle process) throws IOException, InterruptedException {
        send("-CONT", process);
    }

    private static void send(String signal, ProcessHandle process) throws IOException, InterruptedException {
        var program = KILL.orElseThrow(() -> new IOException("This system has no signals"))
                .toString();
        new ProcessBuilder(program, signal, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor(); // one that has ended needs nothing
    }
}
