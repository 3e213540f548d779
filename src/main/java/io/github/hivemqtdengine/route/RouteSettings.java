// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.SchemaLookup;
import io.github.hivemqtdengine.expression.StatementTemplate;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Settings of one route in the configuration.
 *
 * @param databaseId the id of the database that stores the rows
 * @param sources the sources of the messages, at least one
 * @param filters the topic filters, at least one
 * @param excludes the filters of excluded topics
 * @param tables the destination tables, all with the same handling of equal timestamps; empty only with a statement
 * @param onDecodeError the action for a payload that is not of the format: {@link OnError#DEAD_LETTER}, {@link
 *     OnError#DROP} or {@link OnError#SKIP_ROW}
 * @param statement an SQL statement of the user that stores the messages, or {@code null}
 * @param retained what becomes of the broker's retained messages when the route starts
 * @param rateLimits the limits of the rate at which messages are accepted
 */
public record RouteSettings(
        String id,
        String databaseId,
        Set<MessageSource> sources,
        List<TopicFilter> filters,
        List<TopicFilter> excludes,
        PayloadSettings payload,
        List<TableSettings> tables,
        OnError onDecodeError,
        @Nullable StatementSettings statement,
        Retained retained,
        RateLimits rateLimits) {

    /** Treatment of the broker's retained messages when a route starts. */
    public enum Retained {
        /** They are not stored. */
        IGNORE,
        /** Those that the route matches are stored once. */
        AT_START
    }

    /**
     * Settings of an SQL statement of the user that stores a route's messages.
     *
     * @param template the statement; each placeholder is a value
     * @param errors the actions for values that are missing or invalid
     */
    public record StatementSettings(StatementTemplate template, ValueErrors errors) {}

    public RouteSettings {
        sources = Collections.unmodifiableSet(EnumSet.copyOf(sources));
        tables = List.copyOf(tables);
    }

    /** Returns these settings with access to the schemas of registries, looked up by the registry's id. */
    public RouteSettings with(Function<String, SchemaLookup> registries) {
        return new RouteSettings(
                id,
                databaseId,
                sources,
                filters,
                excludes,
                payload.with(registries),
                tables,
                onDecodeError,
                statement,
                retained,
                rateLimits);
    }

    /** Returns these settings with names that records can't give to their tables, in lower case. */
    public RouteSettings withTaken(Set<String> names) {
        return new RouteSettings(
                id,
                databaseId,
                sources,
                filters,
                excludes,
                payload,
                tables.stream().map(table -> table.withTaken(names)).toList(),
                onDecodeError,
                statement,
                retained,
                rateLimits);
    }
}
