// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Server in a child JVM, which can be stopped and started again with its data and port. Thread-safe. */
public final class ChildServer implements AutoCloseable {

    private final Guardian guardian;
    private final Class<?> main;
    private final List<String> jvmArguments;
    private final List<String> arguments;
    private final Path log;
    private volatile Optional<ChildJvm> jvm = Optional.empty();
    private boolean closed;

    /** @param log file for its standard error */
    public ChildServer(Guardian guardian, Class<?> main, List<String> jvmArguments, List<String> arguments, Path log) {
        this.guardian = guardian;
        this.main = main;
        this.jvmArguments = List.copyOf(jvmArguments);
        this.arguments = List.copyOf(arguments);
        this.log = log;
    }

    /** Starts the server, unless it runs, and waits until it is ready. */
    public synchronized void start() throws IOException {
        if (closed) {
            throw new IOException("The server has been ended for good");
        }
        if (jvm.isEmpty()) {
            jvm = Optional.of(ChildJvm.start(guardian, main, jvmArguments, arguments, log));
        }
    }

    /** Shuts the server down in an orderly way. */
    public synchronized void stop() throws IOException {
        if (jvm.isPresent()) {
            jvm.get().close();
            jvm = Optional.empty();
        }
    }

    /** Kills the server, as {@code kill -9} does. */
    public synchronized void kill() throws IOException {
        if (jvm.isPresent()) {
            jvm.get().kill();
            jvm = Optional.empty();
        }
    }

    /** Returns the current process; empty while stopped. */
    public List<ProcessHandle> processes() {
        return jvm.map(running -> List.of(running.handle())).orElse(List.of());
    }

    /** Collects all garbage and returns the heap still in use, in bytes; empty if the server does not answer. */
    public OptionalLong heapBytes() throws IOException, InterruptedException {
        var running = jvm;
        return running.isPresent() ? running.get().heapBytes() : OptionalLong.empty();
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        stop();
    }
}
