// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.payload.PayloadReader;
import io.github.hivemqtdengine.config.payload.SchemaFiles;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.config.xml.UniqueNames;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.expression.NearestWord;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseLimits;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.registry.RegistrySettings;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route.RouteTopics;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.RouteSettings.Retained;
import io.github.hivemqtdengine.route.RouteSettings.StatementSettings;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code <route>}. */
final class RouteReader {

    private final UniqueNames ids = UniqueNames.ofIds();
    private final List<DatabaseSettings> databases;
    private final List<String> databaseIds;
    private final List<String> registryIds;
    private final PayloadReader payloads;
    private final RateLimitReader rateLimits;

    RouteReader(
            List<DatabaseSettings> databases,
            List<RegistrySettings> registries,
            SchemaFiles schemas,
            RateLimitReader rateLimits) {
        this.rateLimits = rateLimits;
        this.registryIds = registries.stream().map(RegistrySettings::id).toList();
        this.payloads = new PayloadReader(schemas);
        this.databases = databases;
        this.databaseIds = databases.stream().map(DatabaseSettings::id).toList();
    }

    /** Reports problems of the defaults that are independent of the route. */
    void checkDefaults(Section defaults) {
        defaults.value(Routes.DATABASE_ID).read(this::knownId);
        payloads.checkDefaults(defaults.child(PayloadReader.PAYLOAD));
        // each route has its own payload settings
        var templates = new Templates(List.of(), Optional.empty(), RecordShape.ONE_RECORD);
        var table = defaults.child(Tables.TABLE);
        table.read(Tables.ON_TAG_CHANGE);
        new TimestampReader(new UniqueNames(Names::column), templates).read(table.child(Tables.TIMESTAMP));
        ErrorRules.read(defaults.child(Routes.ON_ERROR));
    }

    RouteSettings read(Section route) {
        var id = route.value(Routes.ID).required(ids).orElse("");
        var databaseId = databaseId(route.value(Routes.DATABASE_ID));
        var topics = topics(route);
        var payload = route.requiredChild(PayloadReader.PAYLOAD);
        var format = payloads.format(payload);
        payload.value(PayloadReader.REGISTRY).check(this::knownRegistry);
        var onErrorSection = route.child(Routes.ON_ERROR);
        var onError = ErrorRules.read(onErrorSection);
        var payloadSettings = payloads.read(payload, format);
        var templates = new Templates(topics.filters(), format, payloadSettings.narrowestShape());
        var autoColumns = new AutoColumnsReader(format, mode(databaseId), ErrorRules.ofAutoColumns(onErrorSection));
        var statement = route.value(Routes.STATEMENT);
        return new RouteSettings(
                id,
                databaseId,
                topics.sources(),
                topics.filters(),
                topics.excludes(),
                payloadSettings,
                statement.isPresent() && route.children(Tables.TABLE).isEmpty()
                        ? List.of()
                        : tables(route, new TableReader(templates, onError, limits(databaseId), autoColumns)),
                onError.decode(),
                statement(statement, route, templates, onError).orElse(null),
                retained(route.value(Routes.RETAINED), topics.sources()),
                rateLimits.read(route.child(Routes.RATE_LIMIT), topics.sources()));
    }

    private static Retained retained(Value<Retained> retained, Set<MessageSource> sources) {
        var treatment = retained.get();
        if (treatment == Retained.AT_START && !sources.contains(MessageSource.PUBLISHES)) {
            retained.reject("needs the source publishes");
        }
        return treatment;
    }

    private static List<TableSettings> tables(Section route, TableReader reader) {
        var sections = route.requiredChildren(Tables.TABLE);
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

    private String databaseId(Value<String> databaseId) {
        return databaseIds.size() == 1
                ? databaseId.read(this::knownId).orElse(databaseIds.get(0))
                : databaseId.required(this::knownId).orElse("");
    }

    private DatabaseLimits limits(String databaseId) {
        return database(databaseId).map(JdbcDatabase::limits).orElse(DatabaseLimits.NONE);
    }

    /** Returns the schema mode; for an unknown database the one that causes no further problem. */
    private SchemaMode mode(String databaseId) {
        return database(databaseId).map(database -> database.schema().mode()).orElse(SchemaMode.EVOLVE);
    }

    private Optional<DatabaseSettings> database(String id) {
        return databases.stream().filter(database -> database.id().equals(id)).findFirst();
    }

    private String knownRegistry(String id) {
        if (!registryIds.contains(id)) {
            throw new IllegalArgumentException(
                    "is not the id of a <registry> in <schema-registries>" + NearestWord.suggestion(id, registryIds));
        }
        return id;
    }

    private String knownId(String id) {
        if (!databaseIds.contains(id)) {
            throw new IllegalArgumentException(
                    "is not the id of a <database>" + NearestWord.suggestion(id, databaseIds));
        }
        return id;
    }

    /**
     * Reads {@code <statement-template>}, which replaces the tables.
     *
     * @param statement the element's text, present or not
     */
    private static Optional<StatementSettings> statement(
            Value<String> statement, Section route, Templates templates, ErrorRules errors) {
        if (!statement.isPresent()) {
            return Optional.empty();
        }
        route.children(Tables.TABLE)
                .forEach(table -> table.reject(
                        "is beside <statement-template>; a route has either tables or a statement of its own"));
        var onError = route.child(Routes.ON_ERROR);
        for (var setting : List.of(Routes.ON_NAME, Routes.ON_LENGTH)) {
            onError.value(setting)
                    .reject("must not be used with <statement-template>, which names no subtable and no lengths");
        }
        return statement
                .read(templates::parseStatement)
                .map(template -> new StatementSettings(template, errors.values()));
    }

    /** Reads {@code <source>} and {@code <mqtt-topic-filters>}. */
    private static RouteTopics topics(Section route) {
        var sources = route.get(Routes.SOURCE);
        var ownFilters = Routes.ownFilters(sources);
        boolean needsFilters = ownFilters.isEmpty();
        var topics = needsFilters ? route.requiredChild(Routes.FILTERS) : route.child(Routes.FILTERS);
        if (needsFilters) {
            topics.requireOne(Routes.FILTER);
        } else if (topics.isPresent()) {
            topics.reject("is not for <source>client-events</source>, whose topics are "
                    + ownFilters.get(0).text() + "; leave it out");
        }
        var filters = filters(topics, Routes.FILTER);
        var excludes = filters(topics, Routes.EXCLUDE);
        return new RouteTopics(sources, needsFilters ? filters : ownFilters, excludes);
    }

    private static List<TopicFilter> filters(Section topics, Setting<TopicFilter> setting) {
        return topics.values(setting).stream()
                .flatMap(filter -> filter.read().stream())
                .toList();
    }
}
