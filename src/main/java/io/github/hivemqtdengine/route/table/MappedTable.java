package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableVersion;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.ColumnFit;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compiled table of a route. */
public final class MappedTable {

    private final TableVersion declared;
    private final @Nullable AutoValues auto;
    private final @Nullable RowCondition where;
    private final SubtableNaming subtable;
    private final @Nullable TaggedName taggedName;
    private final TimeKey time;
    private final List<ValueMapping> values;
    /** Whether the subtable depends on the topic only, and so the cached values too. */
    private final boolean topicIsEnough;
    /** Values by topic and client, because most recur; {@code null} if the subtable depends on more. */
    private final @Nullable LossyCache<PublisherValues> byPublisher;

    private final List<ValueMapping> cachedValues = new ArrayList<>();
    private final boolean tagsMayChange;
    private final Sampling sampling;

    /** @throws IllegalArgumentException with a sentence for the user if the settings contradict each other */
    public MappedTable(TableSettings settings, ValueSources sources) {
        this.auto = settings.auto() == null ? null : autoValues(settings, settings.auto(), sources);
        this.declared = (auto == null ? TableHandle.of(settings.shape()) : auto.table()).current();
        var shape = declared.shape();
        this.where = settings.where() == null ? null : new RowCondition(shape.superTable(), settings.where(), sources);
        this.subtable = new SubtableNaming(settings.subtable(), settings.onNameError(), sources);
        this.taggedName = settings.onTagChange() == OnTagChange.NEW_SUBTABLE
                ? new TaggedName(shape.columns().size(), shape.tags())
                : null;
        this.time = new TimeKey(settings.timestamp(), sources);
        this.topicIsEnough = subtable.dependsOnlyOn(Reference::dependsOnTopicOnly);
        this.byPublisher = subtable.dependsOnlyOn(Reference::dependsOnPublisherOnly) ? new LossyCache<>() : null;
        this.values = Stream.concat(settings.columns().stream(), settings.tags().stream())
                .map(value -> mapping(value, sources))
                .toList();
        this.tagsMayChange = tagsMayChange(settings);
        this.sampling = settings.sampling();
    }

    private ValueMapping mapping(ValueSettings settings, ValueSources sources) {
        boolean isCached = byPublisher != null && settings.value().references().allMatch(this::isOfKey);
        var mapping = new ValueMapping(settings, sources, isCached ? cachedValues.size() : -1);
        if (isCached) {
            cachedValues.add(mapping);
        }
        return mapping;
    }

    private boolean isOfKey(Reference reference) {
        return topicIsEnough ? reference.dependsOnTopicOnly() : reference.dependsOnPublisherOnly();
    }

    /** Returns the key of cached values; neither topics nor client ids have the character 0. */
    private String key(InboundMessage message) {
        return topicIsEnough ? message.topic() : message.clientId() + '\0' + message.topic();
    }

    private static AutoValues autoValues(TableSettings settings, AutoColumns auto, ValueSources sources) {
        return new AutoValues(
                auto,
                new EvolvingTable(settings.shape(), auto.errors()),
                sources.slot(new FieldPath(FieldPath.Scope.SCALARS, auto.from())),
                new FieldNames(auto.from(), settings.pointers()));
    }

    /** Returns whether a tag depends on a value that the subtable's unique name does not determine. */
    private static boolean tagsMayChange(TableSettings settings) {
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

    public TableHandle table() {
        return declared.table();
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
     * @param events receives rows filtered out and values replaced
     */
    public MessageRows rowsOf(InboundMessage message, MappingEvents events) {
        return new MessageRows(message, events);
    }

    /** Rows of one message in this table. For one thread. */
    public final class MessageRows {

        private final InboundMessage message;
        private final MappingEvents events;
        private @Nullable PublisherValues known;

        private MessageRows(InboundMessage message, MappingEvents events) {
            this.message = message;
            this.events = events;
            this.known = byPublisher == null ? null : byPublisher.get(key(message));
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
            var converted = known == null ? converted(fields) : known.converted();
            var row = new @Nullable Object[values.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = values.get(i).value(converted, message, fields, events);
            }
            var name = known == null ? name(fields, converted) : known.subtable();
            var tagged = taggedName == null ? name : taggedName.of(name, row);
            var mapped = new Row(declared, tagged, time.nanos(message, fields), sequence, row);
            return auto == null ? mapped : auto.complete(mapped, fields, events);
        }

        private Object[] converted(@Nullable Object[] fields) {
            var converted = new Object[cachedValues.size()];
            for (int i = 0; i < converted.length; i++) {
                converted[i] = cachedValues.get(i).ifFits(message, fields);
            }
            return converted;
        }

        private String name(@Nullable Object[] fields, Object[] converted) throws MappingException {
            var name = subtable.name(message, fields);
            if (byPublisher != null) {
                known = new PublisherValues(name, converted);
                byPublisher.put(key(message), known, known.bytes());
            }
            return name;
        }
    }

    /** Mapping of a message to the value of one column or tag. */
    private static final class ValueMapping {

        private final ValueSettings settings;
        private final ValueSource source;
        private final ColumnFit fit;
        private final int cacheSlot;

        /**
         * @param cacheSlot index among the cached values, or -1
         * @throws IllegalArgumentException if the default does not fit the column's type
         */
        ValueMapping(ValueSettings settings, ValueSources sources, int cacheSlot) {
            this.settings = settings;
            this.source = settings.value().bind(sources.binding());
            this.fit = new ColumnFit(settings.column(), settings.errors(), settings.defaultValue());
            this.cacheSlot = cacheSlot;
        }

        /**
         * Returns the value for one row.
         *
         * @param cached the cached values
         * @param events receives a replacement of the value
         * @throws MappingException if a required value is missing, or if the value does not fit
         */
        @Nullable
        Object value(Object[] cached, InboundMessage message, @Nullable Object[] fields, MappingEvents events)
                throws MappingException {
            if (cacheSlot >= 0 && cached[cacheSlot] != Decoder.MISSING) {
                return cached[cacheSlot];
            }
            @Nullable Object value;
            try {
                value = source.value(message, fields);
            } catch (ConversionException e) {
                return fit.refused(e, events);
            }
            return value == Decoder.MISSING ? fit.missing(settings.value(), events) : fit.value(value, events);
        }

        /** Returns the converted value, or {@link Decoder#MISSING} if {@link #value} replaces or rejects it. */
        Object ifFits(InboundMessage message, @Nullable Object[] fields) {
            try {
                var value = source.value(message, fields);
                return value == null || value == Decoder.MISSING ? Decoder.MISSING : fit.ifFits(value);
            } catch (ConversionException e) {
                return Decoder.MISSING;
            }
        }
    }
}
