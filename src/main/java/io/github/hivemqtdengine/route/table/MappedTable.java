// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.RowBytes;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableVersion;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.ColumnFit;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compiled table of a route. */
public final class MappedTable {

    private static final @Nullable Object[] NO_FIELDS = {};
    private static final PublisherValues NOTHING = new PublisherValues(List.of());

    /** First version of the table, or the pattern for that of each named table. */
    private final TableVersion declared;

    private final @Nullable NamedTables named;
    private final @Nullable AutoValues auto;
    private final @Nullable RowCondition where;
    private final SubtableNaming subtable;
    private final @Nullable SubtableLimit limit;
    private final @Nullable TaggedName taggedName;
    private final TimeKey time;
    private final List<ValueMapping> values;
    /** Whether equal topics of one client always give equal subtables. */
    private final boolean isNamedByPublisher;
    /** The mappings whose values depend on the topic and the client only. */
    private final List<ValueMapping> ofPublisher = new ArrayList<>();
    /** Whether the subtable or one of these values needs the client. */
    private final boolean needsClient;
    /** Values by topic, and by client if it is needed, because most recur. */
    private final LossyCache<Publisher, PublisherValues> byPublisher = new LossyCache<>();

    private final boolean tagsMayChange;
    private final Sampling sampling;

    /** @throws IllegalArgumentException with a sentence for the user if the settings contradict each other */
    public MappedTable(TableSettings settings, ValueSources sources) {
        this.auto = settings.auto() == null ? null : new AutoValues(settings, settings.auto(), sources);
        this.declared = firstVersion(settings, settings.superTable());
        this.named = settings.names() == null
                ? null
                : new NamedTables(
                        settings.names(), settings.onNameError(), sources, name -> firstVersion(settings, name));
        var shape = declared.shape();
        this.where = settings.where() == null ? null : new RowCondition(shape.superTable(), settings.where(), sources);
        this.subtable = new SubtableNaming(settings.subtable(), settings.onNameError(), sources);
        this.limit = settings.maxSubtables() == TableSettings.UNLIMITED
                ? null
                : new SubtableLimit(settings.maxSubtables(), settings.onNameError());
        this.taggedName = settings.onTagChange() == OnTagChange.NEW_SUBTABLE
                ? new TaggedName(shape.columns().size(), shape.tags())
                : null;
        this.time = new TimeKey(settings.timestamp(), sources);
        this.isNamedByPublisher = subtable.dependsOnlyOn(Reference::dependsOnPublisherOnly);
        this.values = Stream.concat(
                        settings.columns().stream().map(column -> mapping("Column", column, sources)),
                        settings.tags().stream().map(tag -> mapping("Tag", tag, sources)))
                .toList();
        this.needsClient = (isNamedByPublisher && !subtable.dependsOnlyOn(Reference::dependsOnTopicOnly))
                || ofPublisher.stream().anyMatch(ValueMapping::needsClient);
        this.tagsMayChange = tagsMayChange(settings);
        this.sampling = settings.sampling();
    }

    private ValueMapping mapping(String what, ValueSettings settings, ValueSources sources) {
        boolean isOfPublisher = settings.value().references().allMatch(Reference::dependsOnPublisherOnly);
        var mapping = new ValueMapping(what, settings, sources, isOfPublisher ? ofPublisher.size() : -1);
        if (isOfPublisher) {
            ofPublisher.add(mapping);
        }
        return mapping;
    }

    private static TableVersion firstVersion(TableSettings settings, String name) {
        var auto = settings.auto();
        var table = auto == null
                ? TableHandle.of(settings.shape(name))
                : new EvolvingTable(settings.shape(name), auto.tags() != null, auto.errors());
        return table.current();
    }

    /** Returns whether a tag depends on a value that the subtable's unique name does not determine. */
    private static boolean tagsMayChange(TableSettings settings) {
        if (settings.auto() != null && settings.auto().tags() != null) {
            return settings.onTagChange() != OnTagChange.NEW_SUBTABLE;
        }
        // a function's result may be equal for different values
        var named = settings.subtable()
                .expressions()
                .filter(Reference.class::isInstance)
                .map(Reference.class::cast)
                .collect(Collectors.toSet());
        boolean namesTopic = named.stream().anyMatch(Reference::isWholeTopic);
        return settings.tags().stream()
                .flatMap(tag -> tag.value().references())
                .filter(reference -> reference.kind() != Reference.Kind.ROUTE_ID)
                .filter(reference -> !(namesTopic && reference.dependsOnTopicOnly()))
                .anyMatch(reference -> !named.contains(reference));
    }

    /** Returns the table, or those that records have named so far. */
    public List<TableHandle> tables() {
        return named == null ? List.of(declared.table()) : named.all();
    }

    /** Returns whether records name the table. */
    public boolean isNamedByRecords() {
        return named != null;
    }

    /** Returns whether a table is one of {@link #tables}. */
    public boolean writes(TableHandle table) {
        return named == null ? declared.table().equals(table) : named.contains(table);
    }

    public Sampling sampling() {
        return sampling;
    }

    public boolean tagsMayChange() {
        return tagsMayChange;
    }

    public boolean timestampIsArrival() {
        return time.isArrival();
    }

    public String subtableWithoutTags(Row row) {
        return taggedName == null ? row.subtable() : TaggedName.withoutHash(row.subtable());
    }

    /**
     * Begins the rows of a message.
     *
     * @param records the number of its records
     * @param events receives rows filtered out and values replaced
     */
    public MessageRows rowsOf(InboundMessage message, int records, MappingEvents events) {
        return new MessageRows(message, records, events);
    }

    private PublisherValues ofPublisher(InboundMessage message) {
        if (!isNamedByPublisher && ofPublisher.isEmpty()) {
            return NOTHING;
        }
        var key = new Publisher(message.topic(), needsClient ? message.clientId() : "");
        var known = byPublisher.get(key);
        if (known != null) {
            return known;
        }
        var mappings = new ArrayList<PublisherValues.Mapping>();
        ofPublisher.forEach(value -> mappings.add(events -> value.value(message, NO_FIELDS, events)));
        if (isNamedByPublisher) {
            mappings.add(events -> subtable.name(message, NO_FIELDS));
        }
        var made = new PublisherValues(mappings);
        byPublisher.put(key, made, key.bytes() + made.bytes());
        return made;
    }

    /** @param clientId empty if no value needs it */
    private record Publisher(String topic, String clientId) {

        int bytes() {
            return LossyCache.bytes(topic) + LossyCache.bytes(clientId);
        }
    }

    /** Rows of one message in this table. For one thread. */
    public final class MessageRows {

        private final InboundMessage message;
        private final MappingEvents events;
        /** Values of the topic and the client, once a row needs them. */
        private @Nullable PublisherValues known;

        private final boolean isOne;
        private @Nullable Row last;

        private MessageRows(InboundMessage message, int records, MappingEvents events) {
            this.message = message;
            this.isOne = records == 1;
            this.events = events;
        }

        /**
         * Returns the row of a record, or {@code null} if the table's condition does not hold.
         *
         * @param sequence the second key
         * @throws MappingException if the record can't be mapped; its action may be to skip only this row
         */
        @Nullable
        public Row row(@Nullable Object[] fields, long sequence) throws MappingException {
            if (where != null && !where.holds(message, fields)) {
                events.count(MappingEvent.ROWS_FILTERED, declared.shape().superTable());
                return null;
            }
            var tableName = named == null ? "" : named.name(message, fields);
            if (known == null) {
                known = ofPublisher(message);
            }
            var row = new @Nullable Object[values.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = value(i, known, fields);
            }
            var autoTags = auto == null ? Map.<String, String>of() : auto.tags(fields);
            var name = subtable(known, fields, row, autoTags);
            long nanos = time.nanos(message, fields);
            var mapped = new Row(named == null ? declared : named.of(tableName), name, nanos, sequence, row);
            return auto == null ? mapped : auto.complete(mapped, fields, autoTags, events);
        }

        /** Returns the heap bytes that a row adds to those before it; 0 for the row of a single record. */
        public long bytes(Row row) {
            var previous = last;
            last = row;
            return isOne ? 0 : RowBytes.ofRow(row, previous);
        }

        private String subtable(
                PublisherValues known, @Nullable Object[] fields, @Nullable Object[] row, Map<String, String> autoTags)
                throws MappingException {
            var name = isNamedByPublisher
                    ? (String) Objects.requireNonNull(known.value(ofPublisher.size(), events))
                    : subtable.name(message, fields);
            var whole = taggedName == null ? name : taggedName.of(name, row, autoTags);
            if (limit != null) {
                limit.require(whole);
            }
            return whole;
        }

        private @Nullable Object value(int index, PublisherValues known, @Nullable Object[] fields)
                throws MappingException {
            var mapping = values.get(index);
            return mapping.slot >= 0 ? known.value(mapping.slot, events) : mapping.value(message, fields, events);
        }
    }

    /** Mapping of a message to the value of one column or tag. */
    private static final class ValueMapping {

        private final ValueSettings settings;
        private final ValueSource source;
        private final ColumnFit fit;
        private final int slot;

        /**
         * @param what {@code Column} or {@code Tag}
         * @param slot index among the values of a publisher, or -1
         * @throws IllegalArgumentException if the default does not fit the column's type
         */
        ValueMapping(String what, ValueSettings settings, ValueSources sources, int slot) {
            this.settings = settings;
            this.source = settings.value().bind(sources.binding());
            this.fit = new ColumnFit(what, settings.column(), settings.errors(), settings.defaultValue(), true);
            this.slot = slot;
        }

        boolean needsClient() {
            return !settings.value().references().allMatch(Reference::dependsOnTopicOnly);
        }

        /**
         * Returns the value for one row.
         *
         * @param events receives a replacement of the value
         * @throws MappingException if a required value is missing, or if the value does not fit
         */
        @Nullable
        Object value(InboundMessage message, @Nullable Object[] fields, MappingEvents events) throws MappingException {
            @Nullable Object value;
            try {
                value = source.value(message, fields);
            } catch (ConversionException e) {
                return fit.refused(e, events);
            }
            return value == Decoder.MISSING ? fit.missing(settings.value(), events) : fit.value(value, events);
        }
    }
}
