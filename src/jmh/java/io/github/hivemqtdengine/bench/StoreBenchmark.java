// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.testkit.Connections;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Time to decode, map and store 50,000 messages of a wide record each, as Avro and as JSON, by one thread in
 * batches of 2,000 rows, without a broker. Avro and JSON take turns; every row is counted. Prints a table in Markdown.
 *
 * <pre>
 * ./mvnw -DskipTests package
 * java -Xmx2g -cp target/test-classes:target/classes:$(cat target/test-classpath.txt) \
 *     io.github.hivemqtdengine.bench.StoreBenchmark jdbc:TAOS-WS://localhost:6041 root taosdata [rounds, 5]
 * </pre>
 */
public final class StoreBenchmark {

    private static final String DATABASE = "store_benchmark";
    private static final int MESSAGES = 50_000;
    private static final int BATCH = 2_000;
    private static final int PAYLOADS = 1_000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final String[] server;
    private long arrival = 1_700_000_000_000_000L;

    private StoreBenchmark(String[] server) {
        this.server = server;
    }

    /**
     * Measures, and prints.
     *
     * @param args the server's JDBC URL, the user, the password, and how many rounds there are
     */
    public static void main(String[] args) throws Exception {
        new StoreBenchmark(args).run(args.length > 3 ? Integer.parseInt(args[3]) : 5);
    }

    private void run(int rounds) throws Exception {
        execute("DROP DATABASE IF EXISTS " + DATABASE);
        var records = new WideRecords();
        var avro = new Case("Avro", WideRoute.of(WideRoute.avro()), payloads(records, true));
        var json = new Case("JSON", WideRoute.of(new JsonFormat()), payloads(records, false));
        System.out.println("| format | bytes a message | decode and map, s | store, s | in all, s |");
        System.out.println("|---|---|---|---|---|");
        try (var database = JdbcDatabase.of(settings(), 1);
                var writer = database.openWriter()) {
            for (int round = 0; round < rounds; round++) {
                measure(avro, writer);
                measure(json, writer);
            }
        }
        long stored = count();
        if (stored != 2L * rounds * MESSAGES) {
            throw new IllegalStateException("stored " + stored + " rows of " + 2L * rounds * MESSAGES);
        }
        execute("DROP DATABASE " + DATABASE);
    }

    private record Case(String name, Route route, List<byte[]> payloads) {}

    private static List<byte[]> payloads(WideRecords records, boolean isAvro) {
        var payloads = new ArrayList<byte[]>();
        for (int i = 0; i < PAYLOADS; i++) {
            payloads.add(isAvro ? records.avro(1) : records.json(1));
        }
        return payloads;
    }

    private void measure(Case messages, BatchWriter writer) throws Exception {
        long mapping = 0;
        long storing = 0;
        var rows = new ArrayList<Row>(BATCH);
        for (int i = 0; i < MESSAGES; i += BATCH) {
            rows.clear();
            long start = System.nanoTime();
            for (int k = 0; k < BATCH; k++) {
                var payload = messages.payloads().get((i + k) % PAYLOADS);
                rows.addAll(messages.route().rows(WideRoute.message(payload, arrival++), MappingEvents.NONE));
            }
            long mapped = System.nanoTime();
            writer.write(rows);
            mapping += mapped - start;
            storing += System.nanoTime() - mapped;
        }
        System.out.printf(
                "| %s | %,d | %.3f | %.3f | %.3f |%n",
                messages.name(),
                messages.payloads().stream().mapToInt(payload -> payload.length).sum() / PAYLOADS,
                mapping / NANOS_PER_SECOND,
                storing / NANOS_PER_SECOND,
                (mapping + storing) / NANOS_PER_SECOND);
    }

    private DatabaseSettings settings() {
        return new DatabaseSettings(
                "benchmark",
                ConnectionSettings.of(server[0], server[1], server[2])
                        .within(Duration.ofSeconds(5), Duration.ofSeconds(30)),
                DATABASE,
                SchemaSettings.of(SchemaMode.CREATE, Precision.MICROSECONDS),
                WriteEngine.AUTO);
    }

    private long count() throws SQLException {
        try (var connection = Connections.open(server[0], server[1], server[2]);
                var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT count(*) FROM " + DATABASE + ".wide")) {
            result.next();
            return result.getLong(1);
        }
    }

    private void execute(String sql) throws SQLException {
        try (var connection = Connections.open(server[0], server[1], server[2]);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
