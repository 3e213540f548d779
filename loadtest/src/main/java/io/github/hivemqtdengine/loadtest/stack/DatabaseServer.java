package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A database server that this program has started, and may disturb. For one thread at a time. */
interface DatabaseServer extends AutoCloseable {

    /** What it is, for the report, without its version. */
    String title();

    /** Its version, if it can't be asked for it. */
    default Optional<String> version() {
        return Optional.empty();
    }

    /** How it is reached, also after a restart; without the name of a database. */
    String jdbcUrl();

    String username();

    String password();

    /** Its processes at this moment; none while it is stopped. */
    List<ProcessHandle> processes();

    /** Ends it in an orderly way. */
    void stop() throws IOException, InterruptedException;

    /** Ends it as if its power was cut off. */
    void kill() throws IOException, InterruptedException;

    /** Starts it again with its data, on its port, and waits until it answers; it may run already. Fails after its end for good. */
    void start() throws IOException, InterruptedException;

    /** Ends it for good; nobody needs its data any more. */
    @Override
    void close() throws IOException;
}
