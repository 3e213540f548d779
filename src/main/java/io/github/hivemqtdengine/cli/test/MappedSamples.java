// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.test;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Result of mapping sample messages: rows, events, and the reasons of the dead letters of each message. */
public final class MappedSamples {

    private static final long ARRIVAL_MICROS = Cell.ARRIVAL.getEpochSecond() * 1_000_000;
    private static final Metadata CONNECTION =
            new Metadata(null, null, null, "127.0.0.1", "tcp-listener-1883", "5", null, "node");

    private final RouteTable routes;
    private final List<Row> rows = new ArrayList<>();
    private final List<MappingEvent> events = new ArrayList<>();
    private final List<List<String>> deadLetters = new ArrayList<>();

    public MappedSamples(RouteTable routes, List<SampleMessage> messages) {
        this.routes = routes;
        messages.forEach(sample -> map(sample.topic(), sample.clientId(), sample.bytes()));
    }

    /** Maps one more message. */
    public void map(String topic, String clientId, byte[] payload) {
        var message = new InboundMessage(
                        topic, payload, clientId, null, 1, false, false, Mqtt5Properties.NONE, ARRIVAL_MICROS)
                .with(CONNECTION);
        var letters = new ArrayList<String>();
        for (var route : routes.match(topic)) {
            map(route, message, letters);
        }
        deadLetters.add(letters);
    }

    private void map(Route route, InboundMessage message, List<String> letters) {
        try {
            for (var row : route.rows(message, (event, subject) -> events.add(event))) {
                add(row, route.timeKeys().areArrivals());
            }
        } catch (MappingException e) {
            if (e.action() == OnError.DEAD_LETTER) {
                letters.add(Cell.reason(e.reason()));
            }
        }
    }

    /** A payload's time that is there already is overwritten, as all examples have it. */
    private void add(Row row, boolean isArrival) {
        if (!isArrival) {
            rows.removeIf(other -> other.table().equals(row.table())
                    && other.subtable().equals(row.subtable())
                    && other.timestamp() == row.timestamp());
        }
        rows.add(row);
    }

    public List<List<String>> deadLetters() {
        return deadLetters;
    }

    public List<MappingEvent> events() {
        return events;
    }

    /** Returns the tables that rows were made of. */
    List<String> tables() {
        return rows.stream()
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
        return rows.stream()
                .filter(row -> row.shape().superTable().equals(table))
                .map(row -> columns.stream().map(column -> cell(row, column)).toList())
                .toList();
    }

    private static String cell(Row row, String column) {
        var table = row.shape();
        if (column.equals(ExpectedRows.SUBTABLE)) {
            return row.subtable();
        }
        if (column.equals(table.timestampColumn())) {
            return Cell.time(Instant.EPOCH.plusNanos(row.timestamp()));
        }
        var columns =
                Stream.concat(table.columns().stream(), table.tags().stream()).toList();
        return IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).name().equals(column))
                .mapToObj(i -> Cell.of(columns.get(i).type(), row.values()[i]))
                .findFirst()
                .orElse("no such column");
    }
}
