package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.JsonDecoder;
import io.github.hivemqtdengine.decode.RawDecoder;
import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A route as the configuration describes it, compiled. */
final class MappedRoute implements Route {

    private static final long SEQUENCES_PER_MICRO = 1_000;

    private final RouteSettings settings;
    private final Table table;
    private final SubtableNaming subtable;
    private final @Nullable TaggedName taggedName;
    private final TimeKey time;
    private final List<ValueMapping> values;
    private final Decoder decoder;
    private final boolean tagsMayChange;

    private MappedRoute(RouteSettings settings) {
        var sources = new ValueSources(settings.id(), settings.filters());
        var mapping = settings.table();
        this.settings = settings;
        this.table = mapping.table();
        this.subtable = new SubtableNaming(mapping.subtable(), sources);
        this.taggedName = mapping.onTagChange() == OnTagChange.NEW_SUBTABLE
                ? new TaggedName(table.columns().size(), table.tags())
                : null;
        this.time = new TimeKey(mapping.timestamp(), sources);
        this.values = Stream.concat(mapping.columns().stream(), mapping.tags().stream())
                .map(value -> new ValueMapping(value, sources))
                .toList();
        this.decoder = decoderOf(settings.payload(), sources.fields());
        this.tagsMayChange = tagsMayChange(mapping);
    }

    /** Names are unique: two messages of one subtable agree in everything that its name is made of. */
    private static boolean tagsMayChange(TableSettings mapping) {
        // what a function makes of a value may be the same for two of them
        var named = mapping.subtable()
                .expressions()
                .filter(Reference.class::isInstance)
                .map(Reference.class::cast)
                .collect(Collectors.toSet());
        boolean namesTopic = named.stream().anyMatch(Reference::isWholeTopic);
        return mapping.tags().stream()
                .flatMap(tag -> tag.value().references())
                .filter(reference -> reference.kind() != Reference.Kind.ROUTE_ID)
                .filter(reference -> !(namesTopic && reference.dependsOnTopicOnly()))
                .anyMatch(reference -> !named.contains(reference));
    }

    /** @throws IllegalArgumentException with a sentence for the user if the settings contradict each other */
    static MappedRoute of(RouteSettings settings) {
        return new MappedRoute(settings);
    }

    private static Decoder decoderOf(PayloadSettings payload, List<FieldPath> fields) {
        return switch (payload.format()) {
            case RAW -> new RawDecoder(payload.encoding().decoding(), fields);
            case JSON -> new JsonDecoder(fields, payload.rows());
        };
    }

    @Override
    public String id() {
        return settings.id();
    }

    @Override
    public String databaseId() {
        return settings.databaseId();
    }

    @Override
    public MessageSource source() {
        return settings.source();
    }

    @Override
    public List<TopicFilter> filters() {
        return settings.filters();
    }

    @Override
    public List<TopicFilter> excludes() {
        return settings.excludes();
    }

    @Override
    public Table table() {
        return table;
    }

    @Override
    public EqualTimestamps onEqual() {
        return settings.table().timestamp().onEqual();
    }

    @Override
    public boolean tagsMayChange() {
        return tagsMayChange;
    }

    @Override
    public String subtableWithoutTags(Row row) {
        return taggedName == null ? row.subtable() : TaggedName.withoutHash(row.subtable());
    }

    @Override
    public boolean timestampIsArrival() {
        return time.isArrival();
    }

    @Override
    public boolean manyRows() {
        return settings.payload().rows() != null;
    }

    @Override
    public List<Row> rows(InboundMessage message) throws MappingException {
        var records = decode(message);
        if (records.size() > SEQUENCES_PER_MICRO && onEqual() == EqualTimestamps.COMPOSITE_KEY) {
            throw new MappingException(
                    MappingException.Reason.DECODE,
                    "The payload has " + records.size() + " rows; composite-key can tell " + SEQUENCES_PER_MICRO
                            + " of one message apart",
                    settings.onDecodeError() == OnError.DROP);
        }
        if (records.size() == 1) {
            return List.of(row(message, records.get(0), 0));
        }
        var rows = new ArrayList<Row>(records.size());
        for (int i = 0; i < records.size(); i++) {
            rows.add(row(message, records.get(i), i));
        }
        return rows;
    }

    private List<@Nullable Object[]> decode(InboundMessage message) throws MappingException {
        try {
            return decoder.decode(message.payload());
        } catch (DecodeException e) {
            throw new MappingException(
                    MappingException.Reason.DECODE, e.sentence(), settings.onDecodeError() == OnError.DROP);
        }
    }

    private Row row(InboundMessage message, @Nullable Object[] fields, int index) throws MappingException {
        var row = new @Nullable Object[values.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = values.get(i).value(message, fields);
        }
        long sequence = message.arrivalMicros() * SEQUENCES_PER_MICRO + index;
        var name = subtable.name(message, fields);
        var tagged = taggedName == null ? name : taggedName.of(name, row);
        return new Row(table, tagged, time.nanos(message, fields), sequence, row);
    }
}
