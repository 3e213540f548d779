// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.testkit.Connections;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Both engines of the writer beside bare loops of the same kind over the same driver. They take turns batch by batch,
 * so that what else the machine does hits them alike; rows are made before their turn, and counted with SQL at the end.
 * Prints a table in Markdown: rows per second by the median batch, and the writer's share of the bare loop. A second
 * table has the CPU time that taosd and taosAdapter, if they run on this machine, take for a row of the statements.
 *
 * <pre>
 * ./mvnw -DskipTests package
 * java -Xmx2g -cp target/test-classes:target/classes:$(cat target/test-classpath.txt) \
 *     io.github.hivemqtdengine.bench.WriterBenchmark jdbc:TAOS-WS://localhost:6041 root taosdata [seconds per line, 20]
 * </pre>
 */
public final class WriterBenchmark {

    private static final String DATABASE = "writer_benchmark";
    private static final int[][] ROWS_AND_SUBTABLES = {
        {1, 1},
        {10, 1},
        {100, 1},
        {100, 100},
        {1_000, 1},
        {1_000, 100},
        {1_000, 1_000},
        {10_000, 1},
        {10_000, 100},
        {10_000, 1_000},
        {10_000, 10_000},
        {10_000, 25_000} // the share of a lane in 100,000
    };
    private static final int[][] ROWS_AND_SUBTABLES_OF_CPU = {{100, 1}, {1_000, 100}, {10_000, 100}, {10_000, 10_000}};
    private static final int LEAST_TURNS = 5;
    private static final int TURNS_OF_CPU = 6;

    private final String[] server;
    private final Duration perLine;

    private WriterBenchmark(String[] server, Duration perLine) {
        this.server = server;
        this.perLine = perLine;
    }

    /** Something that stores a batch. */
    @FunctionalInterface
    private interface Loop {
        void write(List<Row> batch) throws SQLException, WriteException;
    }

    /**
     * Compares, and prints.
     *
     * @param args the server's JDBC URL, the user, the password, and how many seconds a line takes
     */
    public static void main(String[] args) throws Exception {
        var benchmark = new WriterBenchmark(args, Duration.ofSeconds(args.length > 3 ? Integer.parseInt(args[3]) : 20));
        System.out.println(
                "| row | rows | subtables | SQL | statements | bare SQL | bare SQL with tags | bare statements"
                        + " | SQL / bare | statements / bare | statements / SQL |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|---|");
        for (var shape : List.of(RowShape.narrow(), RowShape.wide())) {
            for (int[] size : ROWS_AND_SUBTABLES) {
                benchmark.line(shape, size[0], size[1]);
            }
        }
        System.out.printf("%n| row | rows | subtables | writer: server's CPU, us | bare loop's | ratio |%n");
        System.out.println("|---|---|---|---|---|---|");
        for (var shape : List.of(RowShape.narrow(), RowShape.wide())) {
            for (int[] size : ROWS_AND_SUBTABLES_OF_CPU) {
                benchmark.cpuLine(shape, size[0], size[1]);
            }
        }
    }

    private void line(RowShape shape, int rows, int subtables) throws Exception {
        execute("DROP DATABASE IF EXISTS " + DATABASE);
        try (var sql = JdbcDatabase.of(settings(WriteEngine.SQL), 1);
                var sqlWriter = sql.openWriter();
                var statement = JdbcDatabase.of(settings(WriteEngine.STATEMENT), 1);
                var statementWriter = statement.openWriter();
                var connection = connect();
                var bare = new BareLoops(DATABASE, shape, Math.min(rows, subtables), connection)) {
            var loops = List.<Loop>of(
                    sqlWriter::write, statementWriter::write, bare::sql, bare::sqlWithTags, bare::statement);
            var line = new Line(loops, rows);
            line.create(shape, subtables);
            line.run(shape, subtables, perLine.multipliedBy(3).dividedBy(10));
            line.forgetTimes();
            line.run(shape, subtables, perLine.multipliedBy(7).dividedBy(10));
            long stored = count(connection);
            if (stored != line.sent) {
                throw new IllegalStateException("stored " + stored + " rows of " + line.sent);
            }
            line.print(shape, subtables);
        }
        execute("DROP DATABASE " + DATABASE);
    }

    /** Whole turns of one loop, since the server works on after a write. */
    private void cpuLine(RowShape shape, int rows, int subtables) throws Exception {
        execute("DROP DATABASE IF EXISTS " + DATABASE);
        try (var database = JdbcDatabase.of(settings(WriteEngine.STATEMENT), 1);
                var writer = database.openWriter();
                var connection = connect();
                var bare = new BareLoops(DATABASE, shape, Math.min(rows, subtables), connection)) {
            var line = new Line(List.of(writer::write), rows);
            line.create(shape, subtables);
            var loops = List.<Loop>of(writer::write, bare::statement);
            long[] cpuNanos = new long[loops.size()];
            long[] written = new long[loops.size()];
            for (int turn = 0; turn <= TURNS_OF_CPU; turn++) { // the first one is not counted
                for (int i = 0; i < loops.size(); i++) {
                    long before = serverCpuNanos();
                    long end =
                            System.nanoTime() + perLine.dividedBy(TURNS_OF_CPU).toNanos();
                    while (System.nanoTime() < end) {
                        loops.get(i).write(shape.batch(rows, subtables));
                        written[i] += turn == 0 ? 0 : rows;
                    }
                    cpuNanos[i] += turn == 0 ? 0 : serverCpuNanos() - before;
                }
            }
            double writers = cpuNanos[0] / 1e3 / written[0];
            double bares = cpuNanos[1] / 1e3 / written[1];
            System.out.printf(
                    "| %s | %,d | %,d | %.2f | %.2f | %.2f |%n",
                    shape, rows, subtables, writers, bares, writers / bares);
        }
        execute("DROP DATABASE " + DATABASE);
    }

    private static long serverCpuNanos() {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::info)
                .filter(process -> process.command().orElse("").matches(".*/taos(d|adapter)"))
                .mapToLong(process ->
                        process.totalCpuDuration().orElse(Duration.ZERO).toNanos())
                .sum();
    }

    /** One line of the table. */
    private static final class Line {

        private final List<Loop> loops;
        private final int rows;
        private final List<List<Long>> nanos = new ArrayList<>();
        private long sent;

        private Line(List<Loop> loops, int rows) {
            this.loops = loops;
            this.rows = rows;
            forgetTimes();
        }

        private void forgetTimes() {
            nanos.clear();
            loops.forEach(loop -> nanos.add(new ArrayList<>()));
        }

        /** Creates all subtables, which the bare loops need, with the first loop. */
        private void create(RowShape shape, int subtables) throws Exception {
            for (int created = 0; created < subtables; created += rows) {
                loops.get(0).write(shape.batch(rows, subtables));
                sent += rows;
            }
        }

        private void run(RowShape shape, int subtables, Duration time) throws Exception {
            long end = System.nanoTime() + time.toNanos();
            for (int turn = 0; turn < LEAST_TURNS || System.nanoTime() < end; turn++) {
                for (int i = 0; i < loops.size(); i++) {
                    var batch = shape.batch(rows, subtables);
                    long start = System.nanoTime();
                    loops.get(i).write(batch);
                    nanos.get(i).add(System.nanoTime() - start);
                    sent += rows;
                }
            }
        }

        private void print(RowShape shape, int subtables) {
            double[] rates = nanos.stream().mapToDouble(this::rate).toArray();
            System.out.printf(
                    "| %s | %,d | %,d | %,.0f | %,.0f | %,.0f | %,.0f | %,.0f | %.2f | %.2f | %.2f |%n",
                    shape,
                    rows,
                    subtables,
                    rates[0],
                    rates[1],
                    rates[2],
                    rates[3],
                    rates[4],
                    rates[0] / rates[2],
                    rates[1] / rates[4],
                    rates[1] / rates[0]);
        }

        private double rate(List<Long> times) {
            return rows
                    * 1e9
                    / times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
        }
    }

    private long count(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT count(*) FROM " + DATABASE + ".meters")) {
            result.next();
            return result.getLong(1);
        }
    }

    private DatabaseSettings settings(WriteEngine engine) {
        return new DatabaseSettings(
                "benchmark",
                ConnectionSettings.of(server[0], server[1], server[2])
                        .within(Duration.ofSeconds(5), Duration.ofSeconds(30)),
                DATABASE,
                SchemaSettings.of(SchemaMode.CREATE, RowShape.PRECISION),
                engine);
    }

    private void execute(String sql) throws SQLException {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection connect() throws SQLException {
        return Connections.open(server[0], server[1], server[2]);
    }
}
