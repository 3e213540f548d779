package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.expression.SharedResult;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Metadata.Fact;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.route.PayloadRecords.DecodedRecords;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.stage.ChangeFilter;
import io.github.hivemqtdengine.route.stage.RouteMemory;
import io.github.hivemqtdengine.route.stage.TagChanges;
import io.github.hivemqtdengine.route.table.EqualTimestamps;
import io.github.hivemqtdengine.route.table.MappedTable;
import io.github.hivemqtdengine.route.table.MappedTable.MessageRows;
import io.github.hivemqtdengine.route.table.ValueSources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compiled route to the tables of the configuration. */
final class MappedRoute implements ConfiguredRoute {

    private static final long SEQUENCES_PER_MICRO = 1_000;

    private final RouteSettings settings;
    private final List<MappedTable> mappings;
    /** The tables, unless records name some of them. */
    private final Optional<List<TableHandle>> tables;

    private final PayloadRecords records;
    private final Optional<PayloadLength> length;
    private final EqualTimestamps onEqual;
    /** Stages of the rows, where the settings or a tool do without one. */
    private final @Nullable ChangeFilter changes;

    private final @Nullable TagChanges tagChanges;
    private final boolean manyRows;
    private final boolean hasNamedTables;
    private final Set<Fact> facts;
    private final IntakeFilter filter;

    /** @throws IllegalArgumentException with a sentence for the user if the settings contradict each other */
    MappedRoute(RouteSettings settings, EdgeNodes edgeNodes, @Nullable RouteMemory memory) {
        var sources = new ValueSources(settings.id(), settings.filters());
        this.settings = settings;
        this.mappings = settings.tables().stream()
                .map(table -> new MappedTable(table, sources))
                .toList();
        this.hasNamedTables = mappings.stream().anyMatch(MappedTable::isNamedByRecords);
        this.tables = hasNamedTables ? Optional.empty() : Optional.of(knownTables());
        this.records = new PayloadRecords(settings, sources.fields(), edgeNodes, memory);
        this.length = PayloadLength.of(settings);
        this.manyRows = settings.payload().hasManyRecords() || mappings.size() > 1;
        this.onEqual = settings.tables().get(0).timestamp().onEqual();
        boolean isSampled =
                mappings.stream().anyMatch(mapping -> !mapping.sampling().isNone());
        this.changes = memory != null && isSampled
                ? new ChangeFilter(
                        memory, settings.id(), table -> mapping(table).sampling(), timestampIsArrival())
                : null;
        this.tagChanges = memory != null && mappings.stream().anyMatch(MappedTable::tagsMayChange)
                ? new TagChanges(memory, row -> mapping(row.table()).subtableWithoutTags(row))
                : null;
        this.facts = sources.facts();
        this.filter = IntakeFilter.of(settings, sources.binding());
    }

    @Override
    public RouteSettings settings() {
        return settings;
    }

    @Override
    public PayloadRecords records() {
        return records;
    }

    @Override
    public Set<Fact> facts() {
        return facts;
    }

    @Override
    public IntakeFilter intakeFilter() {
        return filter;
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

    @Override
    public EqualTimestamps onEqual() {
        return onEqual;
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
    public boolean timestampIsArrival() {
        return mappings.get(0).timestampIsArrival();
    }

    @Override
    public boolean manyRows() {
        return manyRows;
    }

    @Override
    public DecodedPayload decoded(InboundMessage message) throws MappingException {
        return isAdmitted(message) ? records.named(message) : DecodedPayload.NOTHING;
    }

    private boolean isAdmitted(InboundMessage message) {
        return filter.admits(message, message.payload().length);
    }

    @Override
    public List<Row> rows(InboundMessage message, MappingEvents events) throws MappingException {
        records.checkSequence(message, events);
        var rows = mapped(message, events);
        if (changes != null) {
            rows = changes.filter(rows, message.replayed(), events);
        }
        if (tagChanges != null) {
            tagChanges.count(rows, events);
        }
        return rows;
    }

    private List<Row> mapped(InboundMessage message, MappingEvents events) throws MappingException {
        if (!isAdmitted(message)) {
            filter.count(events);
            return List.of();
        }
        if (length.isPresent()) {
            length.get().check(message.payload().length);
        }
        var decoded = records.of(message, events);
        return decoded.isOne()
                ? rows(message, decoded, events)
                : SharedResult.amongRows(() -> rows(message, decoded, events));
    }

    private List<Row> rows(InboundMessage message, DecodedRecords decoded, MappingEvents events)
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
        if (rows.size() > SEQUENCES_PER_MICRO && onEqual == EqualTimestamps.COMPOSITE_KEY) {
            throw new MappingException(
                    DeadLetterReason.DECODE,
                    "The payload has " + rows.size() + " rows; composite-key distinguishes up to " + SEQUENCES_PER_MICRO
                            + " of one message",
                    settings.onDecodeError());
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
