// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Expression.Literal;
import io.github.hivemqtdengine.expression.SharedResult;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableVersion;
import io.github.hivemqtdengine.message.TextBytes;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.table.TableSettings.SuperTableNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Super tables that records name, as many as a limit allows. A table is added by its first record. Thread-safe. */
final class NamedTables {

    private static final int MAX_BYTES = 192;
    /** No longer text has a name that is short enough: a character of two UTF-16 units becomes a byte at least. */
    private static final int LONGEST_TEXT = 2 * MAX_BYTES;

    private final SuperTableNames settings;
    private final OnError onError;
    private final List<Part> parts;
    private final Function<String, TableVersion> factory;
    private final Map<String, TableVersion> tables = new ConcurrentHashMap<>();
    private volatile List<TableHandle> all = List.of();

    private record Part(boolean isLiteral, ValueSource source, SharedResult text) {}

    /**
     * Begins without tables.
     *
     * @param onError the action for records without a usable name
     * @param factory creates the first version of the table of a name
     */
    NamedTables(
            SuperTableNames settings, OnError onError, ValueSources sources, Function<String, TableVersion> factory) {
        this.settings = settings;
        this.onError = onError;
        this.parts = settings.template().parts().stream()
                .map(part -> new Part(
                        part instanceof Literal,
                        sources.binding().bind(part),
                        new SharedResult(values -> ValueText.of(values[0]))))
                .toList();
        this.factory = factory;
    }

    /** Returns the tables that records have named so far. */
    List<TableHandle> all() {
        return all;
    }

    boolean contains(TableHandle table) {
        var known = tables.get(table.shape().superTable());
        return known != null && known.table().equals(table);
    }

    /**
     * Returns the name that a record gives.
     *
     * @throws MappingException if no table can have it
     */
    String name(InboundMessage message, @Nullable Object[] fields) throws MappingException {
        var text = text(message, fields);
        var name = text.length() > LONGEST_TEXT ? text : FieldNames.plain(text);
        if (TextBytes.utf8(name) > MAX_BYTES) {
            throw refusal("is longer than " + MAX_BYTES + " bytes");
        }
        if (name.length() > settings.longest()) {
            throw refusal("is longer than " + settings.longest() + " characters, the limit of the database");
        }
        return name;
    }

    /**
     * Returns the first version of the table of a name.
     *
     * @throws MappingException if there is no such table, and none can be added
     */
    TableVersion of(String name) throws MappingException {
        var known = tables.get(name);
        return known != null ? known : add(name);
    }

    private String text(InboundMessage message, @Nullable Object[] fields) throws MappingException {
        var text = new StringBuilder();
        for (var part : parts) {
            var value = value(part, message, fields);
            if (value.isEmpty() && !part.isLiteral) {
                throw refusal("has an empty value");
            }
            text.append(value, 0, Math.min(value.length(), LONGEST_TEXT + 1));
        }
        return text.toString();
    }

    private String value(Part part, InboundMessage message, @Nullable Object[] fields) throws MappingException {
        try {
            var value = present(part.source.value(message, fields));
            return (String) Objects.requireNonNull(part.text.of(value));
        } catch (ConversionException e) {
            throw new MappingException(
                    MappingException.reason(e), sentence("lacks a value: " + e.getMessage()), onError);
        }
    }

    private Object present(@Nullable Object value) throws MappingException {
        if (value == null || value == Decoder.MISSING) {
            throw new MappingException(DeadLetterReason.MISSING, sentence("lacks a value: it is missing"), onError);
        }
        return value;
    }

    private synchronized TableVersion add(String name) throws MappingException {
        var known = tables.get(name);
        if (known != null) {
            return known;
        }
        check(name);
        var added = factory.apply(name);
        var more = new ArrayList<>(all);
        more.add(added.table());
        all = List.copyOf(more);
        tables.put(name, added);
        return added;
    }

    private void check(String name) throws MappingException {
        if (NameHash.isAtEndOf(name)) {
            throw refusal("ends like a subtable's name, with 32 hexadecimal digits: " + name);
        }
        if (settings.taken().contains(name.toLowerCase(Locale.ROOT))) {
            throw refusal("is that of another table of the configuration: " + name);
        }
        if (tables.size() >= settings.limit()) {
            throw refusal("would be one more than tables=\"" + settings.limit() + "\" allows: " + name);
        }
    }

    private MappingException refusal(String why) {
        return new MappingException(DeadLetterReason.NAME, sentence(why), onError);
    }

    private String sentence(String end) {
        return "The super table's name " + settings.template() + " " + end;
    }
}
