// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.importer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hivemqtdengine.decode.json.JsonTree;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Record of a file.
 *
 * @param line the line that it begins on, from 1
 * @param fields its values by name
 * @param payload the payload of its message, unless a field has it
 */
@SuppressWarnings("ArrayRecordComponent") // a payload is copied once, when its message is read
record ImportRecord(long line, Map<?, ?> fields, byte[] payload) {

    private static final int MAX_NAMES = 20;
    private static final Pattern INDEX = Pattern.compile("\\d{1,9}");

    /**
     * Returns a value as text.
     *
     * @param name the name of a field, or a JSON Pointer to one
     * @throws IllegalArgumentException if the record has no such value
     */
    String text(String name) {
        var value = value(name);
        if (value instanceof Map || value instanceof List) {
            throw new IllegalArgumentException("\"" + name + "\" is an object or an array");
        }
        if (value == null) {
            throw new IllegalArgumentException(
                    fields.containsKey(name)
                            ? "\"" + name + "\" has no value"
                            : "there is no \"" + name + "\"; there is "
                                    + fields.keySet().stream()
                                            .limit(MAX_NAMES)
                                            .map(String::valueOf)
                                            .collect(Collectors.joining(", ")));
        }
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }

    /**
     * Returns a value as a payload: text as it is, an object or array as JSON.
     *
     * @throws IllegalArgumentException if the record has no such value
     */
    byte[] payload(String name) {
        var value = value(name);
        return value instanceof Map || value instanceof List
                ? JsonTree.utf8(value)
                : text(name).getBytes(UTF_8);
    }

    private @Nullable Object value(String name) {
        return fields.containsKey(name) || !name.startsWith("/") ? fields.get(name) : at(name);
    }

    private @Nullable Object at(String pointer) {
        Object value = fields;
        for (var step : pointer.substring(1).split("/", -1)) {
            if (value instanceof Map<?, ?> object) {
                value = object.get(step.replace("~1", "/").replace("~0", "~"));
            } else if (value instanceof List<?> array && INDEX.matcher(step).matches()) {
                int index = Integer.parseInt(step);
                value = index < array.size() ? array.get(index) : null;
            } else {
                return null;
            }
        }
        return value;
    }
}
