// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.importer;

import java.util.Map;
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

    /**
     * Returns a value as text.
     *
     * @param name the name of a field, or a JSON Pointer to one
     * @throws IllegalArgumentException if the record has no such value
     */
    String text(String name) {
        var value = fields.containsKey(name) || !name.startsWith("/") ? fields.get(name) : at(name);
        if (value == null || value instanceof Map || value instanceof Iterable) {
            throw new IllegalArgumentException(
                    fields.containsKey(name)
                            ? "\"" + name + "\" has no value"
                            : "there is no \"" + name + "\"; there is "
                                    + fields.keySet().stream()
                                            .limit(MAX_NAMES)
                                            .map(String::valueOf)
                                            .collect(Collectors.joining(", ")));
        }
        return value.toString();
    }

    private @Nullable Object at(String pointer) {
        Object value = fields;
        for (var step : pointer.substring(1).split("/", -1)) {
            value = value instanceof Map<?, ?> object
                    ? object.get(step.replace("~1", "/").replace("~0", "~"))
                    : null;
        }
        return value;
    }
}
