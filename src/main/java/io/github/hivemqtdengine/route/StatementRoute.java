package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.table.EqualTimestamps;
import io.github.hivemqtdengine.route.table.ValueSources;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Route that stores its messages with an SQL statement of the user. The statement's tables and keys are unknown. */
final class StatementRoute implements ConfiguredRoute {

    private final RouteSettings settings;
    private final SqlTemplate sql;
    private final List<StatementValue> values;
    private final PayloadRecords records;

    StatementRoute(RouteSettings settings, StatementSettings statement) {
        var sources = new ValueSources(settings.id(), settings.filters());
        var template = statement.template();
        this.settings = settings;
        this.sql = template.sql();
        this.values = IntStream.range(0, template.values().size())
                .mapToObj(i -> new StatementValue(
                        sql.placeholders().get(i),
                        sources.binding().bind(template.values().get(i)),
                        statement.errors()))
                .toList();
        this.records = new PayloadRecords(settings.payload(), sources.fields(), settings.onDecodeError());
    }

    @Override
    public RouteSettings settings() {
        return settings;
    }

    @Override
    public List<Table> tables() {
        return List.of();
    }

    /** The statement determines the key, so that rows of equal time are neither changed, counted nor rejected. */
    @Override
    public EqualTimestamps onEqual() {
        return EqualTimestamps.COMPOSITE_KEY;
    }

    @Override
    public boolean timestampIsArrival() {
        return false;
    }

    @Override
    public boolean tagsMayChange() {
        return false;
    }

    @Override
    public boolean manyRows() {
        return true;
    }

    @Override
    public List<List<DecodedField>> decoded(InboundMessage message) throws MappingException {
        return records.named(message);
    }

    @Override
    public List<Row> rows(InboundMessage message, MappingEvents events) throws MappingException {
        var decoded = records.of(message, events);
        var errors = new RecordErrors(decoded, events);
        var rows = new ArrayList<Row>(decoded.size());
        for (int i = 0; i < decoded.size(); i++) {
            try {
                rows.add(row(message, decoded.get(i), events));
            } catch (MappingException e) {
                errors.leaveOut(i, e);
            }
        }
        return rows;
    }

    private Row row(InboundMessage message, @Nullable Object[] fields, MappingEvents events) throws MappingException {
        var row = new @Nullable Object[values.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = values.get(i).value(message, fields, events);
        }
        return Row.of(sql, row);
    }
}
