// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.route.PayloadRecords.DecodedRecords;
import io.github.hivemqtdengine.route.Route.TimeKeys;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.stage.ChangeFilter;
import io.github.hivemqtdengine.route.stage.PayloadInput;
import io.github.hivemqtdengine.route.stage.RouteMemory;
import io.github.hivemqtdengine.route.stage.TagChanges;
import io.github.hivemqtdengine.route.table.MappedTable;
import io.github.hivemqtdengine.route.table.MappedTable.MessageRows;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.table.ValueSources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compiled route to the tables of the configuration. */
final class MappedRoute extends ConfiguredRoute {

    private static final long SEQUENCES_PER_MICRO = 1_000;

    private final List<MappedTable> mappings;
    private final boolean hasNamedTables;
    /** The tables, unless records name some of them. */
    private final Optional<List<TableHandle>> tables;

    /** Stages of the rows, where the settings or a tool do without one. */
    private final @Nullable ChangeFilter changes;

    private final @Nullable TagChanges tagChanges;

    /** @throws IllegalArgumentException with a sentence for the user if the settings contradict each other */
    static MappedRoute of(RouteSettings settings, PayloadInput input, @Nullable RouteMemory memory) {
        var sources = new ValueSources(settings.id(), settings.filters());
        var mappings = settings.tables().stream()
                .map(table -> new MappedTable(table, sources))
                .toList();
        return new MappedRoute(settings, sources, input, mappings, memory);
    }

    private MappedRoute(
            RouteSettings settings,
            ValueSources sources,
            PayloadInput input,
            List<MappedTable> mappings,
            @Nullable RouteMemory memory) {
        super(settings, sources, input, IntakeFilter.of(settings, sources.binding()), timeKeys(settings, mappings));
        this.mappings = mappings;
        this.hasNamedTables = mappings.stream().anyMatch(MappedTable::isNamedByRecords);
        this.tables = hasNamedTables ? Optional.empty() : Optional.of(knownTables());
        boolean isSampled =
                mappings.stream().anyMatch(mapping -> !mapping.sampling().isNone());
        this.changes = memory != null && isSampled
                ? new ChangeFilter(
                        memory,
                        id(),
                        table -> mapping(table).sampling(),
                        timeKeys().areArrivals())
                : null;
        this.tagChanges = memory != null && mappings.stream().anyMatch(MappedTable::tagsMayChange)
                ? new TagChanges(memory, row -> mapping(row.table()).subtableWithoutTags(row))
                : null;
    }

    private static TimeKeys timeKeys(RouteSettings settings, List<MappedTable> mappings) {
        return new TimeKeys(
                settings.tables().get(0).timestamp().onEqual(),
                mappings.get(0).timestampIsArrival(),
                settings.payload().hasManyRecords() || mappings.size() > 1);
    }

    @Override
    public List<TableHandle> tables() {
        return tables.orElseGet(this::knownTables);
    }

    private List<TableHandle> knownTables() {
        return mappings.size() == 1 // no copy for each message
                ? mappings.get(0).tables()
                : mappings.stream()
                        .flatMap(mapping -> mapping.tables().stream())
                        .toList();
    }

    @Override
    public boolean hasNamedTables() {
        return hasNamedTables;
    }

    private MappedTable mapping(TableHandle table) {
        for (var mapping : mappings) {
            if (mapping.writes(table)) {
                return mapping;
            }
        }
        throw new IllegalArgumentException("The table is not of this route");
    }

    @Override
    List<Row> rows(InboundMessage message, DecodedRecords decoded, MappingEvents events) throws MappingException {
        var rows = mapped(message, decoded, events);
        if (changes != null) {
            rows = changes.filter(rows, message.replayed(), events);
        }
        if (tagChanges != null) {
            tagChanges.count(rows, events);
        }
        return rows;
    }

    private List<Row> mapped(InboundMessage message, DecodedRecords decoded, MappingEvents events)
            throws MappingException {
        var rows = new ArrayList<Row>(decoded.size() * mappings.size());
        var tables = new MessageRows[mappings.size()];
        Arrays.setAll(tables, i -> mappings.get(i).rowsOf(message, decoded.size(), events));
        long bytes = 0;
        for (int i = 0; i < decoded.size(); i++) {
            var record = decoded.take(i);
            for (var table : tables) {
                try {
                    bytes += addRow(table, message, record, rows);
                } catch (MappingException e) {
                    decoded.skip(i, e, events);
                }
            }
            requireRoom(bytes, rows.size(), message);
        }
        if (rows.size() > SEQUENCES_PER_MICRO && timeKeys().onEqual() == EqualTimestamps.COMPOSITE_KEY) {
            throw refused("The payload has " + rows.size() + " rows; composite-key distinguishes up to "
                    + SEQUENCES_PER_MICRO + " of one message");
        }
        return rows;
    }

    /** Returns the heap bytes of the row that is added, if there is one. */
    private static long addRow(MessageRows table, InboundMessage message, @Nullable Object[] record, List<Row> rows)
            throws MappingException {
        long sequence = message.arrivalMicros() * SEQUENCES_PER_MICRO + rows.size();
        var row = table.row(record, sequence);
        if (row == null) {
            return 0;
        }
        rows.add(row);
        return table.bytes(row);
    }
}
