package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.payload.PayloadReader;
import io.github.hivemqtdengine.config.payload.SchemaFiles;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.NearestName;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.UniqueNames;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseLimits;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaMode;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import java.util.List;
import java.util.Optional;

/** Reads {@code <route>}. */
final class RouteReader {

    private final UniqueNames ids = new UniqueNames(Names::id);
    private final List<DatabaseSettings> databases;
    private final List<String> databaseIds;
    private final PayloadReader payloads;

    RouteReader(List<DatabaseSettings> databases, SchemaFiles schemas) {
        this.payloads = new PayloadReader(schemas);
        this.databases = databases;
        this.databaseIds = databases.stream().map(DatabaseSettings::id).toList();
    }

    /** Reports problems of the defaults that are independent of the route, and adds their names to the vocabulary. */
    void checkDefaults(Section defaults) {
        defaults.text("database-id").check(this::knownId);
        payloads.checkDefaults(defaults.child("payload"));
        // each route has its own payload settings
        var templates = new Templates(List.of(), Optional.empty(), RecordShape.ONE_RECORD);
        var table = defaults.child("table");
        table.attribute("on-tag-change").check(TableReader.TAG_CHANGES);
        new TimestampReader(new UniqueNames(Names::column), templates).read(table.child("timestamp"));
        ErrorRules.read(defaults.child("on-error"));
    }

    RouteSettings read(Section route) {
        var id = route.text("id").required(ids).orElse("");
        var databaseId = databaseId(route.text("database-id"));
        var topics = RouteTopics.read(route);
        var payload = route.requiredChild("payload");
        var format = payloads.format(payload);
        var onError = ErrorRules.read(route.child("on-error"));
        var payloadSettings = payloads.read(payload, format);
        var templates = new Templates(topics.filters(), format, payloadSettings.narrowestShape());
        var autoColumns = new AutoColumnsReader(format, mode(databaseId), onError.values());
        var statement = route.text("statement-template");
        return new RouteSettings(
                id,
                databaseId,
                topics.source(),
                topics.filters(),
                topics.excludes(),
                payloadSettings,
                statement.isPresent() && route.children("table").isEmpty()
                        ? List.of()
                        : tables(route, new TableReader(templates, onError, rules(databaseId), autoColumns)),
                onError.decode(),
                StatementReader.read(statement, route, templates, onError).orElse(null));
    }

    private static List<TableSettings> tables(Section route, TableReader reader) {
        var sections = route.requiredChildren("table");
        var tables = sections.stream().map(reader::read).toList();
        for (int i = 1; i < tables.size(); i++) {
            if (!treatTimesAlike(tables.get(0).timestamp(), tables.get(i).timestamp())) {
                sections.get(i)
                        .reject("treats times of arrival, or equal times, in another way than the route's first table;"
                                + " write a route of its own for it");
            }
        }
        return tables;
    }

    private static boolean treatTimesAlike(TimestampSettings one, TimestampSettings other) {
        return one.onEqual() == other.onEqual()
                && one.value().isArrivalTime() == other.value().isArrivalTime();
    }

    private String databaseId(Value databaseId) {
        return databaseIds.size() == 1
                ? databaseId.or(this::knownId, databaseIds.get(0))
                : databaseId.required(this::knownId).orElse("");
    }

    private DatabaseLimits rules(String databaseId) {
        return database(databaseId).map(JdbcDatabase::rules).orElse(DatabaseLimits.NONE);
    }

    /** Returns the schema mode; for an unknown database the one that causes no further problem. */
    private SchemaMode mode(String databaseId) {
        return database(databaseId).map(database -> database.schema().mode()).orElse(SchemaMode.EVOLVE);
    }

    private Optional<DatabaseSettings> database(String id) {
        return databases.stream().filter(database -> database.id().equals(id)).findFirst();
    }

    private String knownId(String id) {
        if (!databaseIds.contains(id)) {
            throw new IllegalArgumentException("is the id of no <database>" + NearestName.suggestion(id, databaseIds));
        }
        return id;
    }
}
