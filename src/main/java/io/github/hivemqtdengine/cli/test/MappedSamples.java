// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.test;

import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableVersion;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.pipeline.delivery.TimestampAllocator;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Result of mapping sample messages: rows, events, and the reasons of the dead letters of each message. */
public final class MappedSamples {

    private static final long ARRIVAL_MICROS = Cell.ARRIVAL.getEpochSecond() * 1_000_000;
    private static final long MICROS_BETWEEN_MESSAGES = 100;
    private static final Metadata CONNECTION =
            new Metadata(null, null, null, "127.0.0.1", "tcp-listener-1883", "5", null, "node");

    private final RouteTable routes;
    private final Function<Route, Precision> precisions;
    private final TimestampAllocator keys;
    private final Map<List<Object>, Row> rows = new LinkedHashMap<>();
    private final List<MappingEvent> events = new ArrayList<>();
    private final List<List<String>> deadLetters = new ArrayList<>();
    private long arrivalMicros = ARRIVAL_MICROS;

    /** Maps messages for a database that has microseconds. */
    public MappedSamples(RouteTable routes, List<SampleMessage> messages) {
        this(routes, route -> Precision.MICROSECONDS, messages);
    }

    /**
     * Maps messages.
     *
     * @param precisions of the databases of the routes
     */
    public MappedSamples(RouteTable routes, Function<Route, Precision> precisions, List<SampleMessage> messages) {
        this.routes = routes;
        this.precisions = precisions;
        this.keys = new TimestampAllocator(() -> sharedTables(routes), () -> arrivalMicros);
        messages.forEach(sample -> map(sample.topic(), sample.clientId(), sample.bytes()));
    }

    private static Set<String> sharedTables(RouteTable routes) {
        var seen = new HashSet<String>();
        return routes.routes().stream()
                .flatMap(route -> route.tables().stream())
                .map(table -> table.shape().superTable())
                .filter(table -> !seen.add(table))
                .collect(Collectors.toSet());
    }

    /** Maps one more message. */
    public void map(String topic, String clientId, byte[] payload) {
        arrivalMicros += MICROS_BETWEEN_MESSAGES;
        var message = new InboundMessage(
                        topic, payload, clientId, null, 1, false, false, Mqtt5Properties.NONE, arrivalMicros)
                .with(CONNECTION);
        var letters = new ArrayList<String>();
        for (var route : routes.match(topic)) {
            map(route, message, letters);
        }
        deadLetters.add(letters);
    }

    /** Rows of a statement of the user's own have no table to compare, and are left out. */
    private void map(Route route, InboundMessage message, List<String> letters) {
        try {
            var mapped = route.rows(message, (event, subject) -> events.add(event));
            if (mapped.stream().anyMatch(row -> !(row.target() instanceof TableVersion))) {
                return;
            }
            var precision = precisions.apply(route);
            for (var row : keys.keys(route, message, mapped, precision)) {
                var table = row.shape();
                long sequence = table.sequence().isPresent() ? row.sequence() : 0;
                var key =
                        List.<Object>of(table.superTable(), row.subtable(), precision.ticks(row.timestamp()), sequence);
                rows.put(key, row); // one with the same key is overwritten
            }
        } catch (MappingException e) {
            if (e.action() == OnError.DEAD_LETTER) {
                letters.add(Cell.reason(e.reason()));
            }
        }
    }

    public List<List<String>> deadLetters() {
        return deadLetters;
    }

    public List<MappingEvent> events() {
        return events;
    }

    /** Returns the tables that rows were made of. */
    List<String> tables() {
        return rows.values().stream()
                .map(row -> row.shape().superTable())
                .distinct()
                .sorted()
                .toList();
    }

    public int rowCount() {
        return rows.size();
    }

    /** The rows of a table with the columns that a page names. */
    public List<List<String>> rows(ExpectedRows expected) {
        return rows(expected.table(), expected.columns());
    }

    public List<List<String>> rows(String table, List<String> columns) {
        var types = types(table);
        return rowsOf(table)
                .map(row -> columns.stream()
                        .map(column -> cell(row, column, types.containsKey(column)))
                        .toList())
                .toList();
    }

    private Stream<Row> rowsOf(String table) {
        return rows.values().stream().filter(row -> row.shape().superTable().equals(table));
    }

    /** Returns the types of all columns and tags that rows of a table have, by name. */
    Map<String, ColumnType> types(String table) {
        var types = new TreeMap<String, ColumnType>();
        rowsOf(table)
                .map(Row::shape)
                .distinct()
                .flatMap(shape -> Stream.concat(shape.columns().stream(), shape.tags().stream()))
                .forEach(column -> types.put(column.name(), column.type()));
        return types;
    }

    /** @param isLater whether the column may have been added by a later message */
    private static String cell(Row row, String column, boolean isLater) {
        var shape = row.shape();
        if (column.equals(ExpectedRows.SUBTABLE)) {
            return row.subtable();
        }
        if (column.equals(shape.timestampColumn())) {
            return Cell.time(Instant.EPOCH.plusNanos(row.timestamp()));
        }
        if (shape.sequence().filter(column::equals).isPresent()) {
            return String.valueOf(row.sequence());
        }
        for (int i = 0; i < shape.columns().size(); i++) {
            if (shape.columns().get(i).name().equals(column)) {
                return Cell.of(shape.columns().get(i).type(), row.column(i));
            }
        }
        for (int i = 0; i < shape.tags().size(); i++) {
            if (shape.tags().get(i).name().equals(column)) {
                return Cell.of(shape.tags().get(i).type(), row.tag(i));
            }
        }
        return isLater ? Cell.NULL : "no such column";
    }
}
