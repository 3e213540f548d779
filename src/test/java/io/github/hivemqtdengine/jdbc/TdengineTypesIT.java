// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.TestTables.MICROSECOND;
import static io.github.hivemqtdengine.jdbc.TestTables.TIME;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.tdengine.sql.TagSql;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Every type of TDengine as a column and as a tag, where a real server allows it, to its ends. */
@Tag("full")
class TdengineTypesIT {

    private static final Set<Kind> COMPARABLE = EnumSet.complementOf(EnumSet.of(Kind.GEOMETRY, Kind.JSON));

    /** For each kind a type, and the smallest and the largest of its values. */
    private static final Map<Kind, Ends> ENDS = new EnumMap<>(Kind.class);

    private record Ends(String type, Object low, Object high) {}

    static {
        put(Kind.BOOL, "BOOL", false, true);
        put(Kind.TINYINT, "TINYINT", -128L, 127L);
        put(Kind.SMALLINT, "SMALLINT", -32_768L, 32_767L);
        put(Kind.INT, "INT", (long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE);
        put(Kind.BIGINT, "BIGINT", Long.MIN_VALUE, Long.MAX_VALUE);
        put(Kind.TINYINT_UNSIGNED, "TINYINT UNSIGNED", 0L, 255L);
        put(Kind.SMALLINT_UNSIGNED, "SMALLINT UNSIGNED", 0L, 65_535L);
        put(Kind.INT_UNSIGNED, "INT UNSIGNED", 0L, 4_294_967_295L);
        put(Kind.BIGINT_UNSIGNED, "BIGINT UNSIGNED", BigInteger.ZERO, new BigInteger("18446744073709551615"));
        put(Kind.FLOAT, "FLOAT", -Float.MAX_VALUE, Float.MAX_VALUE);
        put(Kind.DOUBLE, "DOUBLE", -Double.MAX_VALUE, Double.MAX_VALUE);
        put(
                Kind.DECIMAL,
                "DECIMAL(38,10)",
                new BigDecimal("-9999999999999999999999999999.9999999999"),
                new BigDecimal("9999999999999999999999999999.9999999999"));
        put(Kind.VARCHAR, "VARCHAR(16)", "", "it's \\ \"😀\" ok");
        put(Kind.NCHAR, "NCHAR(16)", "", "漢字 'é' \\ 😀");
        put(Kind.VARBINARY, "VARBINARY(8)", new byte[0], new byte[] {0, -1, '\'', '\\', 'x', 1, 2, 3});
        put(Kind.TIMESTAMP, "TIMESTAMP", -1_000_000_000_000_000L, TIME);
        put(Kind.GEOMETRY, "GEOMETRY(100)", "POINT(1.5 2.5)", "LINESTRING(0 0, 1 1, 2 2)");
        put(Kind.JSON, "JSON", "{\"b\":true}", "{\"a\":\"it's \\\"b\\\"\"}");
    }

    private static void put(Kind kind, String type, Object low, Object high) {
        ENDS.put(kind, new Ends(type, low, high));
    }

    @AutoClose
    private TimeSeriesDatabase server;

    @AutoClose
    private JdbcDatabase database;

    @BeforeEach
    void open() {
        server = DatabaseKind.TDENGINE.fresh();
        var connection = ConnectionSettings.of(server.jdbcUrl(), server.username(), server.password());
        database = JdbcDatabase.of(new DatabaseSettings("plant", connection, server.name(), SchemaSettings.DEFAULT), 1);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"JSON", "BLOB"})
    void shouldKeepEveryValueOfAColumn(Kind kind) throws Exception {
        var ends = ends(kind);
        var table = table(List.of(column("v", ends.type)), List.of(column("t", "INT")), false);

        write(row(table, "low", TIME, ends.low, 1L), row(table, "high", TIME + MICROSECOND, ends.high, 1L));
        write(row(table, "none", TIME + 2 * MICROSECOND, null, 1L));

        server.awaitCount("t", 3);
        assertStored(kind, "SELECT " + selected(kind, "v") + " FROM t ORDER BY ts");
    }

    /** By subtable: TDengine 3.3.7.5 can't sort the rows of several subtables if one of their columns is a BLOB. */
    @Test
    void shouldKeepBlobs() throws Exception {
        var table = table(List.of(column("v", "BLOB")), List.of(column("t", "INT")), false);
        var large = new byte[100_000];
        Arrays.fill(large, (byte) 0xAB);

        write(row(table, "a", TIME, new byte[0], 1L), row(table, "b", TIME + MICROSECOND, new byte[] {0, -1}, 1L));
        write(row(table, "c", TIME, large, 1L), row(table, "d", TIME, null, 1L));

        server.awaitCount("t", 4);
        assertThat(blob("a")).isEmpty();
        assertThat(blob("b")).containsExactly(0, -1);
        assertThat(blob("c")).isEqualTo(large);
    }

    private byte[] blob(String subtable) throws Exception {
        var blob = (Blob) server.query("SELECT v FROM " + subtable).get(0).get(0);
        return blob.getBytes(1, (int) blob.length());
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"DECIMAL", "BLOB"})
    void shouldKeepEveryValueOfATag(Kind kind) throws Exception {
        var ends = ends(kind);
        var table = table(List.of(column("v", "INT")), List.of(column("t", ends.type)), false);

        write(row(table, "low", TIME, 1L, ends.low), row(table, "high", TIME + MICROSECOND, 1L, ends.high));
        write(row(table, "none", TIME + 2 * MICROSECOND, 1L, null));

        server.awaitCount("t", 3);
        assertStored(kind, "SELECT " + selected(kind, "t") + " FROM t ORDER BY ts");
    }

    /** With writers of their own, as after a restart: what a subtable has is read before it is changed. */
    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"DECIMAL", "BLOB"})
    void shouldLetATagFollowTheRows(Kind kind) throws Exception {
        var ends = ends(kind);
        var table = table(List.of(column("v", "INT")), List.of(column("t", ends.type)), true);

        write(
                row(table, "a", TIME, 1L, ends.high),
                row(table, "b", TIME, 1L, ends.low),
                row(table, "c", TIME, 1L, null));
        write(
                row(table, "a", TIME, 2L, ends.low),
                row(table, "b", TIME, 2L, null),
                row(table, "c", TIME, 2L, ends.high));
        assertThat(tagsThere(table, "a")).isEqualTo(wanted(table, ends.low));
        assertThat(tagsThere(table, "c")).isEqualTo(wanted(table, ends.high));

        write(row(table, "a", TIME, 3L, ends.low));
        write(row(table, "b", TIME, 3L, ends.high), row(table, "b", TIME + MICROSECOND, 3L, null));
        server.awaitCount("t", 4);
        assertThat(stored(kind, "SELECT " + selected(kind, "t") + " FROM t WHERE tbname = 'b'"))
                .containsExactly(Collections.singletonList(null), Collections.singletonList(null));
        var there = stored(kind, "SELECT " + selected(kind, "t") + " FROM t WHERE tbname <> 'b' ORDER BY tbname");
        assertThat(there)
                .usingRecursiveComparison()
                .isEqualTo(List.of(List.of(read(kind, ends.low)), List.of(read(kind, ends.high))));
    }

    private List<@Nullable Object> tagsThere(TableHandle table, String subtable) throws Exception {
        var sql = new TagSql(server.name(), table.shape(), Precision.MICROSECONDS);
        try (var connection = server.connect();
                var statement = connection.createStatement();
                var result = statement.executeQuery(sql.select(List.of(subtable)))) {
            assertThat(result.next()).isTrue();
            return comparable(table, sql.read(result));
        }
    }

    private List<@Nullable Object> wanted(TableHandle table, Object value) {
        var sql = new TagSql(server.name(), table.shape(), Precision.MICROSECONDS);
        return comparable(table, sql.tags(row(table, "x", TIME, 1L, value)));
    }

    /** Tags that can be compared when they are read, else {@code null}. */
    private static List<@Nullable Object> comparable(TableHandle table, @Nullable Object[] tags) {
        return COMPARABLE.contains(table.shape().tags().get(0).type().kind())
                ? Arrays.stream(tags)
                        .map(tag -> tag instanceof byte[] bytes ? new String(bytes, StandardCharsets.ISO_8859_1) : tag)
                        .toList()
                : Collections.singletonList(null);
    }

    /** What the server would refuse is refused beforehand; text after a geometry, which the server ignores, too. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GEOMETRY(77)|POINT(1 2),` POINT ( 1.5  -2e3 ) `,POINT(0 ),POINT(10 ),POINT(12),POINT(),POINT(+1 .5),POINT EMPTY",
                "GEOMETRY(21)|POINT Z(1 2 3),POINT M (1 2),POINTZ(1 2 3),POINTEMPTY,POINT(1 2 3 4),POINT(1 2 3 4 5),POINT(1,2)",
                "GEOMETRY(20)|POINT(1 2)",
                "GEOMETRY(99)|POINT(NaN 1),POINT(inf 1),POINT((1 2)),POINT(1-2 3),POINT(1.5.5 3),POINT(1 2 3e),SRID=4326;POINT(1 2)",
                "GEOMETRY(41)|LINESTRING(0 0;1 1),LINESTRING(0 0),LINESTRING EMPTY,LINESTRING(0 0 1; 1 1),LINESTRING(0 0;1 1;)",
                "GEOMETRY(40)|LINESTRING(0 0;1 1)",
                "GEOMETRY(77)|POLYGON((0 0; 1 0; 1 1; 0.0 0)),POLYGON((0 0; 1 0; 0 0)),POLYGON((0 0; 1 0; 1 1)),POLYGON((0 0; 0 0))",
                "GEOMETRY(76)|POLYGON((0 0; 1 0; 1 1; 0 0)),POLYGON(0 0; 1 0; 1 1; 0 0),POLYGON EMPTY,POLYGON((0 0; 1 0; 1 1; 0 1))",
                "GEOMETRY(51)|MULTIPOINT(1 2; 3 4),MULTIPOINT((1 2); (3 4)),MULTIPOINT((1 2); 3 4),MULTIPOINT(EMPTY; (1 2))",
                "GEOMETRY(86)|MULTILINESTRING((0 0; 1 1)),MULTILINESTRING((0 0)),MULTIPOLYGON(((0 0; 1 0; 1 1; 0 0)))",
                "GEOMETRY(71)|GEOMETRYCOLLECTION(LINESTRING(0 0;1 1);POINT(1 2)),GEOMETRYCOLLECTION(POINT(1 2))",
                "GEOMETRY(99)|GEOMETRYCOLLECTION EMPTY,LINEARRING(0 0; 1 0; 1 1; 0 0),CIRCULARSTRING(0 0; 1 1; 2 0)",
            })
    void shouldKnowWhatTheServerRefuses(String type, String texts) throws Exception {
        var table = "g" + type.replaceAll("\\D", "");
        TDengineServer.shared().execute("CREATE DATABASE " + server.name() + " VGROUPS 1 BUFFER 16");
        server.execute("CREATE TABLE IF NOT EXISTS " + table + " (ts TIMESTAMP, v " + type + ")");
        for (var text : texts.split("(?<!POINT\\(1),", -1)) {
            var geometry = text.replace("`", "").replace(';', text.startsWith("SRID") ? ';' : ',');
            assertThat(isValid(geometry, type))
                    .as("%s %s", geometry, type)
                    .isEqualTo(isTaken("INSERT INTO " + table + " VALUES (NOW, '" + geometry + "')"));
        }
    }

    @Test
    void shouldKnowWhichJsonTheServerRefuses() throws Exception {
        TDengineServer.shared().execute("CREATE DATABASE " + server.name() + " VGROUPS 1 BUFFER 16");
        server.execute("CREATE TABLE j (ts TIMESTAMP, v INT) TAGS (t JSON)");
        var texts = List.of(
                "{}",
                "{\"\":1,\"a b~\":null,\"c\":true,\"d\":\"é\",\"e\":1e-400}",
                "{\"a\":{\"b\":1}}",
                "{\"a\":[1]}",
                "{\"é\":1}",
                "{\"a\":1e400}",
                "{\"" + "k".repeat(256) + "\":1}",
                "{\"" + "k".repeat(257) + "\":1}",
                "{\"a\":\"" + "x".repeat(4_087) + "\"}",
                "{\"a\":\"" + "x".repeat(4_088) + "\"}",
                "{\"a\":\"" + "é".repeat(2_044) + "\"}",
                "[]");
        for (int i = 0; i < texts.size(); i++) {
            assertThat(isValid(texts.get(i), "JSON"))
                    .as(texts.get(i))
                    .isEqualTo(isTaken("CREATE TABLE j" + i + " USING j TAGS ('" + texts.get(i) + "')"));
        }
    }

    private static boolean isValid(String text, String type) {
        try {
            ValueSettings.checkDefault(text, ColumnType.parse(type));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean isTaken(String statement) {
        try {
            server.execute(statement);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private void assertStored(Kind kind, String query) throws Exception {
        var ends = ends(kind);
        assertThat(stored(kind, query))
                .usingRecursiveComparison()
                .isEqualTo(List.of(
                        List.of(read(kind, ends.low)),
                        List.of(read(kind, ends.high)),
                        Collections.singletonList(null)));
    }

    /** Result of a query, with JSON as a string. */
    private List<List<@Nullable Object>> stored(Kind kind, String query) throws Exception {
        return server.query(query).stream()
                .map(row -> Collections.singletonList(
                        kind == Kind.JSON && row.get(0) instanceof byte[] json
                                ? (Object) new String(json, StandardCharsets.UTF_8)
                                : row.get(0)))
                .toList();
    }

    /** Value as a query returns it. */
    private static Object read(Kind kind, Object written) {
        return switch (kind) {
            case TIMESTAMP -> Instant.EPOCH.plusNanos((Long) written);
            case GEOMETRY ->
                written.toString().startsWith("POINT")
                        ? "POINT (1.500000 2.500000)"
                        : "LINESTRING (0.000000 0.000000, 1.000000 1.000000, 2.000000 2.000000)";
            default -> written;
        };
    }

    private static String selected(Kind kind, String name) {
        return kind == Kind.GEOMETRY ? "ST_AsText(" + name + ")" : name;
    }

    private void write(Row... rows) throws Exception {
        try (var writer = database.openWriter()) {
            writer.write(Arrays.asList(rows));
        }
    }

    private static Ends ends(Kind kind) {
        return ENDS.getOrDefault(kind, new Ends("none for " + kind, "", ""));
    }

    private static TableHandle table(List<Column> columns, List<Column> tags, boolean followsTags) {
        return TableHandle.of(new TableShape("t", "ts", null, columns, tags, followsTags));
    }

    private static Column column(String name, String type) {
        return new Column(name.toLowerCase(Locale.ROOT), ColumnType.parse(type));
    }
}
