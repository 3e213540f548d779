// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Suspends and resumes processes, on systems with signals. */
public final class Signals {

    private static final Optional<Path> KILL = Stream.of("/bin/kill", "/usr/bin/kill")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();

    private Signals() {}

    public static boolean areThere() {
        return KILL.isPresent();
    }

    public static void pause(ProcessHandle process) throws IOException, InterruptedException {
        send("-STOP", process);
    }

    public static void resume(ProcessHandle process) throws IOException, InterruptedException {
        send("-CONT", process);
    }

    /** The signal has been sent when this method returns or throws, so that the next signal cannot overtake it. */
    private static void send(String signal, ProcessHandle process) throws IOException, InterruptedException {
        var program = KILL.orElseThrow(() -> new IOException("This system has no signals"))
                .toString();
        var kill = new ProcessBuilder(program, signal, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        kill.onExit().join(); // not interruptible; a process that has ended needs no signal
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
