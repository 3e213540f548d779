// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Script of a {@link ScriptedDriver}: it answers queries, and the n-th statement of a kind fails, hangs or loses the
 * connection. It remembers all statements. May be used by many threads.
 */
public final class DatabaseScript {

    private final String url = ScriptedDriver.publish(this);
    private final List<String> statements = new CopyOnWriteArrayList<>();
    private final List<Scene> scenes = new CopyOnWriteArrayList<>();
    private final Map<String, List<List<Object>>> answers = new ConcurrentHashMap<>();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger losses = new AtomicInteger();
    private volatile @Nullable SQLException refusal;
    private volatile @Nullable SQLException returnFailure;
    private volatile Predicate<String> failing = statement -> false;
    private volatile int failingCode;
    private volatile Properties lastProperties = new Properties();

    /** Action for the n-th statement that begins with a string. */
    private record Scene(String beginning, int nth, AtomicInteger seen, Action action) {

        boolean isNow(String sql) {
            return sql.startsWith(beginning) && seen.incrementAndGet() == nth;
        }
    }

    @FunctionalInterface
    private interface Action {
        void play(AtomicBoolean connectionDropped) throws SQLException;
    }

    /** The URL that leads here. */
    public String url() {
        return url;
    }

    /** Connecting fails from now on; {@code null} lets it succeed again. */
    public DatabaseScript refuseConnections(@Nullable SQLException failure) {
        refusal = failure;
        return this;
    }

    /** Connections fail from now on when they are given back to their pool, which clears their warnings then. */
    public DatabaseScript failToReturn(SQLException failure) {
        returnFailure = failure;
        return this;
    }

    void returned() throws SQLException {
        var failure = returnFailure;
        if (failure != null) {
            throw failure;
        }
    }

    /** The connections that are open say that they are lost when they are asked. */
    public DatabaseScript loseConnections() {
        losses.incrementAndGet();
        return this;
    }

    /** Number of times all connections were lost. */
    int losses() {
        return losses.get();
    }

    /** Queries that begin like this have these rows. */
    public DatabaseScript answer(String beginning, List<List<Object>> rows) {
        answers.put(beginning, rows);
        return this;
    }

    /** The n-th statement from now, counted from 1, that begins like this fails with a vendor code. */
    public DatabaseScript fail(String beginning, int nth, int vendorCode) {
        return fail(beginning, nth, new SQLException("scripted", "", vendorCode));
    }

    public DatabaseScript fail(String beginning, int nth, SQLException failure) {
        return scene(beginning, nth, dropped -> {
            throw failure;
        });
    }

    /** From now on every statement that satisfies this fails with a vendor code; replaces what was said so before. */
    public DatabaseScript failAlways(Predicate<String> statements, int vendorCode) {
        failing = statements;
        failingCode = vendorCode;
        return this;
    }

    /** The statements of {@link #failAlways} succeed again. */
    public void recover() {
        failing = statement -> false;
    }

    /** The n-th statement that begins like this throws what a driver with a defect would. */
    public DatabaseScript crash(String beginning, int nth, RuntimeException failure) {
        return scene(beginning, nth, dropped -> {
            throw failure;
        });
    }

    /** The n-th statement that begins like this waits for the latch before it succeeds. */
    public DatabaseScript hang(String beginning, int nth, CountDownLatch release) {
        return scene(beginning, nth, dropped -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new SQLException("interrupted", e);
            }
        });
    }

    /** The n-th statement that begins like this loses its connection. */
    public DatabaseScript drop(String beginning, int nth) {
        return scene(beginning, nth, dropped -> {
            dropped.set(true);
            open.decrementAndGet();
            throw new SQLException("connection lost", "08006");
        });
    }

    private DatabaseScript scene(String beginning, int nth, Action action) {
        scenes.add(new Scene(beginning, nth, new AtomicInteger(), action));
        return this;
    }

    /** All statements so far, failed ones included. */
    public List<String> statements() {
        return List.copyOf(statements);
    }

    /** Those that begin like this. */
    public List<String> statements(String beginning) {
        return statements.stream().filter(sql -> sql.startsWith(beginning)).toList();
    }

    public int connectionsOpened() {
        return opened.get();
    }

    public int connectionsOpen() {
        return open.get();
    }

    /** Properties of the last connection request. */
    public Properties lastProperties() {
        return lastProperties;
    }

    void connected(Properties properties) throws SQLException {
        lastProperties = properties;
        var failure = refusal;
        if (failure != null) {
            throw failure;
        }
        opened.incrementAndGet();
        open.incrementAndGet();
    }

    void disconnected() {
        open.decrementAndGet();
    }

    void executed(String sql, AtomicBoolean connectionDropped) throws SQLException {
        statements.add(sql);
        var now = new ArrayList<Scene>(scenes);
        now.removeIf(scene -> !scene.isNow(sql));
        for (var scene : now) {
            scene.action().play(connectionDropped);
        }
        if (failing.test(sql)) {
            throw new SQLException("scripted", "", failingCode);
        }
    }

    List<List<Object>> answer(String sql) {
        return answers.entrySet().stream()
                .filter(answer -> sql.startsWith(answer.getKey()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(List.of());
    }
}
