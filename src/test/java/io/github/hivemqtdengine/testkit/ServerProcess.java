// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A server in a process of its own that tests can stop, kill, pause and start again. */
public final class ServerProcess {

    private static final long STOP_SECONDS = 10;

    private final List<String> command;
    private final Path output;
    private @Nullable Process process;

    /**
     * @param command the program and its arguments
     * @param output the file that takes what it prints
     */
    ServerProcess(List<String> command, Path output) {
        this.command = List.copyOf(command);
        this.output = output;
        Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    }

    /** Starts the process; it may need a moment to be ready. */
    public void start() {
        start(Map.of());
    }

    /** Starts the process with these environment variables, besides those of this process. */
    public void start(Map<String, String> variables) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        // variables of this name come before the configuration files
        builder.environment().keySet().removeIf(name -> name.startsWith("TAOS_"));
        builder.environment().putAll(variables);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The process that was started last. */
    ProcessHandle handle() {
        return Objects.requireNonNull(process).toHandle();
    }

    public boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Asks the process to end and waits for that; kills it where it does not. */
    public void stop() {
        if (process == null) {
            return;
        }
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                kill();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
        }
    }

    /** Kills the process as a power cut would and waits until it is gone. */
    public void kill() {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        }
    }

    /** Pauses the process like an overloaded machine: its sockets stay open and it answers nothing. */
    public void pause() {
        signal("-STOP");
    }

    /** Continues a paused process. */
    public void resume() {
        signal("-CONT");
    }

    private void signal(String name) {
        if (process == null) {
            throw new IllegalStateException("not started: " + command);
        }
        try {
            new ProcessBuilder("kill", name, Long.toString(process.pid()))
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return String.join(" ", command) + ", output in " + output;
    }
}
