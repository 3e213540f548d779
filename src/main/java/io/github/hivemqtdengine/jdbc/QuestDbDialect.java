package io.github.hivemqtdengine.jdbc;

import com.zaxxer.hikari.HikariConfig;

/** QuestDB over the PostgreSQL wire protocol. */
final class QuestDbDialect implements Dialect {

    @Override
    public String urlPrefix() {
        return "jdbc:postgresql://";
    }

    @Override
    public String driverClass() {
        return "org.postgresql.Driver";
    }

    @Override
    public void configure(HikariConfig pool, DatabaseSettings settings) {
        pool.setUsername(settings.username());
        pool.setPassword(settings.password());
    }

    @Override
    public Session newSession(DatabaseSettings settings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Verdict judge(Throwable failure) {
        throw new UnsupportedOperationException();
    }
}
