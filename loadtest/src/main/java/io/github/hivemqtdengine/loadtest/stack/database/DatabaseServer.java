// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Database server started here, into which faults can be injected. Not thread-safe. */
public interface DatabaseServer extends AutoCloseable {

    /** Returns the name for the report, without the version. */
    String title();

    /** Returns the version if a query cannot return it. */
    default Optional<String> version() {
        return Optional.empty();
    }

    /** Returns the URL without a database name; constant across restarts. */
    String jdbcUrl();

    String username();

    String password();

    /** Returns the current processes; empty while stopped. */
    List<ProcessHandle> processes();

    /** Shuts the server down in an orderly way. */
    void stop() throws IOException, InterruptedException;

    /** Kills the server, as in a power failure. */
    void kill() throws IOException, InterruptedException;

    /** Starts the server with its data and port, unless it runs, and waits until ready. Fails after {@link #close}. */
    void start() throws IOException, InterruptedException;

    /** Ends the server permanently; its data is no longer needed. */
    @Override
    void close() throws IOException;
}
