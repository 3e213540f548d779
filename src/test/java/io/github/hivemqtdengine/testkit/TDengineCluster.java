// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static io.github.hivemqtdengine.testkit.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Three dnodes, each of which can lead the cluster, and two {@code taosadapter}: all on this machine and below one
 * folder. Databases have three replicas, so that any one process can be taken away.
 */
public final class TDengineCluster implements AutoCloseable {

    public static final int DNODES = 3;

    /** Creating a database with three replicas takes seconds. */
    private static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(30);

    private static final int VGROUPS = 2;
    /** The number that the first row of an answer begins with. */
    private static final Pattern FIRST_NUMBER = Pattern.compile("\"data\":\\[\\[(\\d+)");

    private final Path folder = TemporaryFolder.create("tdengine-cluster");
    private final List<Dnode> dnodes;
    private final List<Adapter> adapters;

    private TDengineCluster(Path taosd, Path taosadapter) {
        int first = Ports.free();
        dnodes = Stream.of(first, Ports.free(), Ports.free())
                .map(port -> new Dnode(taosd, folder.resolve("dnode-" + port), port, first))
                .toList();
        var ports = dnodes.stream().map(Dnode::port).toList();
        adapters = Stream.of("a", "b")
                .map(name -> new Adapter(taosadapter, folder.resolve("adapter-" + name), ports))
                .toList();
    }

    /** A cluster of the calling test's own, ready; skips the test where there are no programs to start. */
    public static TDengineCluster start() {
        var taosd = Programs.ofTDengine("taosd");
        var taosadapter = Programs.ofTDengine("taosadapter");
        if (taosd.isEmpty() || taosadapter.isEmpty()) {
            Assumptions.abort("no programs of TDengine here: put taosd and taosadapter on the PATH");
        }
        var cluster = new TDengineCluster(taosd.orElseThrow(), taosadapter.orElseThrow());
        try {
            cluster.form();
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void form() {
        dnodes.get(0).process().start();
        adapters.get(0).process().start();
        awaitDnodes(1);
        for (var dnode : dnodes.subList(1, DNODES)) {
            dnode.process().start();
            execute("CREATE DNODE 'localhost:" + dnode.port() + "'");
        }
        awaitDnodes(DNODES);
        execute("CREATE MNODE ON DNODE 2");
        execute("CREATE MNODE ON DNODE 3");
        adapters.get(1).process().start();
        awaitDnodes(DNODES);
    }

    /** One of the processes that keep the rows, from 1 as the cluster counts them. */
    public ServerProcess dnode(int number) {
        return dnodes.get(number - 1).process();
    }

    /** One of the two that the driver talks to, from 0. */
    public ServerProcess adapter(int number) {
        return adapters.get(number).process();
    }

    public String jdbcUrl() {
        return "jdbc:TAOS-WS://" + adapters.get(0).endpoint() + ","
                + adapters.get(1).endpoint();
    }

    /** An empty database with three replicas; it is looked at through the first adapter. */
    public TimeSeriesDatabase freshDatabase() {
        var name = "test_" + UUID.randomUUID().toString().replace("-", "").toLowerCase(Locale.ROOT);
        execute("CREATE DATABASE " + name + " PRECISION 'us' REPLICA 3 BUFFER 16 VGROUPS " + VGROUPS);
        awaitReplicas();
        return new TDengineDatabase("jdbc:TAOS-WS://" + adapters.get(0).endpoint(), "root", "taosdata", name);
    }

    /**
     * Runs a statement, again and again while the cluster changes its leaders; what it creates may be there already.
     */
    public void execute(String sql) {
        await(sql)
                .until(
                        () -> ask(sql, STATEMENT_TIMEOUT),
                        answer -> answer.startsWith("{\"code\":0") || answer.contains("already exist"));
    }

    /** The dnode that leads a vgroup with rows of a super table at this moment, from 1. */
    public int leader(String databaseName, String superTable) {
        int vgroup = await("a subtable of " + superTable)
                .until(() -> vgroup(databaseName, superTable), number -> number > 0);
        return await("a leader of vgroup " + vgroup).until(() -> leaderNow(vgroup), number -> number > 0);
    }

    private int vgroup(String databaseName, String superTable) {
        return firstNumber("SELECT vgroup_id FROM information_schema.ins_tables WHERE db_name = '" + databaseName
                + "' AND stable_name = '" + superTable + "' ORDER BY table_name LIMIT 1");
    }

    private int leaderNow(int vgroup) {
        return IntStream.rangeClosed(1, DNODES)
                .map(replica -> firstNumber("SELECT v%1$d_dnode FROM information_schema.ins_vgroups".formatted(replica)
                        + " WHERE vgroup_id = %d AND v%d_status = 'leader'".formatted(vgroup, replica)))
                .filter(number -> number > 0)
                .findFirst()
                .orElse(0);
    }

    /** The number that a query answers with, or 0. */
    private int firstNumber(String sql) {
        var match = FIRST_NUMBER.matcher(ask(sql, Adapter.TIMEOUT));
        return match.find() ? Integer.parseInt(match.group(1)) : 0;
    }

    /** Starts what does not run, and waits until all replicas are there. */
    public void heal() {
        Stream.concat(dnodes.stream().map(Dnode::process), adapters.stream().map(Adapter::process))
                .filter(process -> !process.isAlive())
                .forEach(ServerProcess::start);
        awaitDnodes(DNODES);
        awaitReplicas();
    }

    private void awaitDnodes(int count) {
        var running = adapters.stream().filter(adapter -> adapter.process().isAlive());
        running.forEach(adapter -> await("dnodes that " + adapter.process() + " knows")
                .until(adapter::readyDnodes, ready -> ready == count));
    }

    /** Waits until each vgroup has one replica that leads and two that follow. */
    private void awaitReplicas() {
        await("replicas").until(() -> {
            var vgroups =
                    ask("SELECT v1_status, v2_status, v3_status FROM information_schema.ins_vgroups", Adapter.TIMEOUT);
            return vgroups.contains("\"rows\":" + count(vgroups, "\"leader\"") + "}")
                    && count(vgroups, "\"follower\"") == 2 * count(vgroups, "\"leader\"");
        });
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    /** Answer of the first adapter; empty if there is none. */
    private String ask(String sql, Duration timeout) {
        try {
            return adapters.get(0).ask(sql, timeout);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        adapters.forEach(adapter -> adapter.process().kill());
        dnodes.forEach(dnode -> dnode.process().kill());
        TemporaryFolder.delete(folder);
    }
}
