package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.net.URI;
import java.util.List;

/** A database as the extension finds it while it is down: nobody listens where it should be. */
record UnreachableDatabase(Database whole, String jdbcUrl) implements Database {

    /** @throws IOException if there is no free port */
    static UnreachableDatabase like(Database whole) throws IOException {
        var address = URI.create(whole.jdbcUrl().substring("jdbc:".length()));
        var host = address.getHost() + ":" + address.getPort();
        return new UnreachableDatabase(whole, whole.jdbcUrl().replace(host, "127.0.0.1:" + FreePort.find()));
    }

    @Override
    public String title() {
        return whole.title() + ", unreachable";
    }

    @Override
    public String username() {
        return whole.username();
    }

    @Override
    public String password() {
        return whole.password();
    }

    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public String qualified(String table) {
        return whole.qualified(table);
    }

    @Override
    public List<ProcessHandle> processes() {
        return List.of();
    }

    @Override
    public void close() {
        // it is the whole one's
    }
}
