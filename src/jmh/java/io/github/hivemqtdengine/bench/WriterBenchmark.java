package io.github.hivemqtdengine.bench;

import com.taosdata.jdbc.ws.WebSocketDriver;
import io.github.hivemqtdengine.jdbc.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.SchemaMode;
import io.github.hivemqtdengine.jdbc.SchemaSettings;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.pipeline.BatchWriter;
import io.github.hivemqtdengine.pipeline.WriteException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The writer beside bare loops that a hand would write over the same driver, in turns, on rows prepared in advance: a
 * time, a DOUBLE, a VARCHAR of 14 characters, two tags, 100 subtables, microseconds, one connection.
 *
 * <pre>
 * ./mvnw -DskipTests package
 * java -Xmx2g -cp target/test-classes:target/classes:$(cat target/test-classpath.txt) \
 *     io.github.hivemqtdengine.bench.WriterBenchmark jdbc:TAOS-WS://localhost:6041 root taosdata
 * </pre>
 */
public final class WriterBenchmark {

    private static final String DATABASE = "writer_benchmark";
    private static final Table TABLE = new Table(
            "meters",
            "ts",
            null,
            List.of(new Column("v", ColumnType.parse("DOUBLE")), new Column("s", ColumnType.parse("VARCHAR(32)"))),
            List.of(new Column("site", ColumnType.parse("VARCHAR(32)")), new Column("id", ColumnType.parse("INT"))));
    private static final int SUBTABLES = 100;
    private static final int ROWS = 400_000;
    private static final int ROUNDS = 7;
    private static final int WARM_UP_ROUNDS = 2;

    private final Random random = new Random(1);
    private long nextMicros =
            System.currentTimeMillis() * 1_000 - Duration.ofDays(30).toMillis() * 1_000;

    private long stored;
    private int turns;

    private WriterBenchmark() {}

    /** Something that stores a batch. */
    @FunctionalInterface
    private interface Loop {
        void write(List<Row> batch) throws SQLException, WriteException;
    }

    /**
     * Compares, and prints.
     *
     * @param args the server's JDBC URL, the user, the password
     */
    public static void main(String[] args) throws Exception {
        var settings = new DatabaseSettings(
                "benchmark",
                ConnectionSettings.of(args[0], args[1], args[2]).within(Duration.ofSeconds(5), Duration.ofSeconds(30)),
                DATABASE,
                SchemaSettings.of(SchemaMode.CREATE, Precision.MICROSECONDS));
        try (var connection = connect(args);
                var statement = connection.createStatement();
                var database = JdbcDatabase.of(settings, 1);
                var writer = database.openWriter()) {
            statement.execute("DROP DATABASE IF EXISTS " + DATABASE);
            new WriterBenchmark().compare(statement, writer);
            statement.execute("DROP DATABASE " + DATABASE);
        }
    }

    private void compare(Statement statement, BatchWriter writer) throws Exception {
        var loops = List.<Loop>of(
                writer::write,
                list -> statement.execute(handWritten(list, true)),
                list -> statement.execute(handWritten(list, false)));
        for (int batch : new int[] {1_000, 10_000}) {
            var rates = new double[loops.size()][ROUNDS];
            for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
                double[] rate = round(loops, batch);
                for (int i = 0; i < loops.size() && round >= 0; i++) {
                    rates[i][round] = rate[i];
                }
            }
            report(batch, rates);
            check(statement, (long) ROWS * loops.size() * (ROUNDS + WARM_UP_ROUNDS));
        }
    }

    /** Rows per second of each loop; they take turns batch by batch, so that what else the machine does hits them alike. */
    private double[] round(List<Loop> loops, int batchRows) throws Exception {
        var nanos = new long[loops.size()];
        for (var batch : batches(ROWS * loops.size(), batchRows)) {
            int turn = turns++ % loops.size();
            long start = System.nanoTime();
            loops.get(turn).write(batch);
            nanos[turn] += System.nanoTime() - start;
        }
        return Arrays.stream(nanos).mapToDouble(time -> ROWS * 1e9 / time).toArray();
    }

    private static void report(int batch, double[][] rates) {
        var names = List.of("writer", "bare loop with USING..TAGS", "bare loop without");
        for (int i = 0; i < rates.length; i++) {
            double[] sorted = rates[i].clone();
            Arrays.sort(sorted);
            System.out.printf(
                    "%,6d rows a batch  %-27s median %,9.0f rows/s (%,.0f to %,.0f)%n",
                    batch, names.get(i), sorted[ROUNDS / 2], sorted[0], sorted[ROUNDS - 1]);
        }
    }

    private void check(Statement statement, long sent) throws SQLException {
        try (var result = statement.executeQuery("SELECT count(*) FROM " + DATABASE + ".meters")) {
            result.next();
            stored = result.getLong(1) - stored;
            System.out.printf("stored %,d of %,d%n", stored, sent);
        }
    }

    private List<List<Row>> batches(int rows, int batch) {
        var batches = new ArrayList<List<Row>>();
        for (int i = 0; i < rows / batch; i++) {
            var list = new ArrayList<Row>(batch);
            for (int j = 0; j < batch; j++) {
                list.add(row(j % SUBTABLES));
            }
            batches.add(list);
        }
        return batches;
    }

    private Row row(int meter) {
        var text = "state " + (10_000_000 + random.nextInt(80_000_000));
        return new Row(TABLE, "m" + meter, nextMicros++ * 1_000, 0, new @Nullable Object[] {
            random.nextInt(100_000) / 100.0, text, "site " + meter % 10, (long) meter
        });
    }

    /** What one writes who knows the rows: grouped by subtable, in one pass over each. */
    private static String handWritten(List<Row> rows, boolean using) {
        var sql = new StringBuilder("INSERT INTO ");
        for (int meter = 0; meter < SUBTABLES; meter++) {
            var first = rows.get(meter);
            sql.append(DATABASE).append(".m").append(meter);
            if (using) {
                sql.append(" USING " + DATABASE + ".meters TAGS('")
                        .append(first.tag(0))
                        .append("',")
                        .append(first.tag(1))
                        .append(')');
            }
            sql.append(" VALUES ");
            for (int i = meter; i < rows.size(); i += SUBTABLES) {
                var row = rows.get(i);
                sql.append('(')
                        .append(row.timestamp() / 1_000)
                        .append(',')
                        .append(number(row))
                        .append(",'")
                        .append(row.column(1))
                        .append("')");
            }
            sql.append(' ');
        }
        return sql.toString();
    }

    private static double number(Row row) {
        return row.column(0) instanceof Double number ? number : Double.NaN;
    }

    private static Connection connect(String[] args) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", args[1]);
        properties.setProperty("password", args[2]);
        return new WebSocketDriver().connect(args[0], properties);
    }
}
