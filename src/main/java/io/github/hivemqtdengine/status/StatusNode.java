// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON object of a status file, or of a trace. A field that is missing is empty, 0 or false. */
public record StatusNode(Map<String, @Nullable Object> fields) {

    /**
     * Reads a status file.
     *
     * @throws DecodeException if the bytes are not JSON
     */
    public static StatusNode read(byte[] file) throws DecodeException {
        return of(JsonTree.read(file));
    }

    private static StatusNode of(@Nullable Object value) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, field) -> fields.put(String.valueOf(name), field));
        }
        return new StatusNode(fields);
    }

    public boolean has(String name) {
        return fields.get(name) != null;
    }

    public String text(String name) {
        var value = fields.get(name);
        return value == null ? "" : value.toString();
    }

    /** Returns whether a field is true, or a number other than 0. */
    public boolean flag(String name) {
        return Boolean.TRUE.equals(fields.get(name)) || number(name) != 0;
    }

    public double number(String name) {
        return fields.get(name) instanceof Number number ? number.doubleValue() : 0;
    }

    public long count(String name) {
        return fields.get(name) instanceof Number number ? number.longValue() : 0;
    }

    /** Returns a point in time, the beginning of 1970 if there is none. */
    public Instant time(String name) {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    public StatusNode node(String name) {
        return of(fields.get(name));
    }

    public List<String> texts(String name) {
        return fields.get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    public List<StatusNode> nodes(String name) {
        return fields.get(name) instanceof List<?> list
                ? list.stream().<StatusNode>map(StatusNode::of).toList()
                : List.of();
    }
}
