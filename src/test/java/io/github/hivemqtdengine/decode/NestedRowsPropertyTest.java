// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares the rows that the decoder finds with a walk over Jackson's tree, for any document and any path. */
class NestedRowsPropertyTest {

    private static final ObjectMapper TREES = new ObjectMapper();
    private static final List<String> ROWS =
            List.of("/*", "/a/*", "/*/a", "/a/*/b", "/*/*", "/*/b/*", "/a/*/b/*/a", "/*/0/*");
    private static final List<String> FIELDS = List.of("", "/a", "/b", "/a/b", "/0");

    @SeededTest
    void shouldAgreeWithAWalkOverTheTree(RandomValues random) throws Exception {
        var json = document(random, 5);
        var shape = new RecordShape(random.oneOf(ROWS), random.oneOf(RowsFrom.values()), null);
        var fields = fields(shape);
        var tree = TREES.readTree(json);

        assertThat(decoded(json, shape, fields)).isEqualTo(expected(tree, shape, fields));
    }

    /** All that the shape allows, or the decoder would refuse it. */
    private static List<FieldPath> fields(RecordShape shape) {
        var fields = new ArrayList<FieldPath>();
        for (var pointer : FIELDS) {
            for (int up = 0; up <= shape.elementsAround(); up++) {
                fields.add(new FieldPath(Scope.RECORD, up, pointer));
            }
            fields.add(new FieldPath(Scope.MESSAGE, pointer));
        }
        fields.removeIf(shape::isInRows);
        for (int up = 0; up <= shape.elementsAround(); up++) {
            fields.add(new FieldPath(Scope.KEY, up, ""));
            fields.add(new FieldPath(Scope.INDEX, up, ""));
        }
        return fields;
    }

    private static @Nullable List<List<String>> decoded(String json, RecordShape shape, List<FieldPath> fields)
            throws Exception {
        List<List<String>> texts = new ArrayList<>();
        try {
            for (var record : new JsonFormat()
                    .decoder(fields, shape)
                    .decode(Payload.of(json.getBytes(StandardCharsets.UTF_8)), BrokenRecords.REFUSED)) {
                var row = new ArrayList<String>();
                for (var value : record) {
                    row.add(
                            value instanceof Structure structure
                                    ? TREES.readTree(structure.text()).toString()
                                    : String.valueOf(value));
                }
                texts.add(row);
            }
            return texts;
        } catch (DecodeException e) {
            return null;
        }
    }

    private static @Nullable List<List<String>> expected(JsonNode tree, RecordShape shape, List<FieldPath> fields) {
        var walk = new Walk(FieldPath.tokens(String.valueOf(shape.rows())), shape.rowsFrom());
        walk.from(tree, 0, List.of());
        return walk.isWrong || !walk.isFound
                ? null
                : walk.found.stream()
                        .map(row -> fields.stream()
                                .map(field -> row.text(tree, field))
                                .toList())
                        .toList();
    }

    /**
     * An element of an array or a field of an object.
     *
     * @param name "missing" in an array
     */
    private record Part(String name, int index, JsonNode value) {

        static List<Part> of(JsonNode node) {
            var parts = new ArrayList<Part>();
            node.fieldNames().forEachRemaining(name -> parts.add(new Part(name, parts.size(), node.get(name))));
            node.elements().forEachRemaining(value -> {
                if (node.isArray()) {
                    parts.add(new Part("missing", parts.size(), value));
                }
            });
            return parts;
        }
    }

    /** @param parts the elements around the record, and the record itself as the last one */
    private record Found(List<Part> parts, RowsFrom from) {

        private Part up(int up) {
            return parts.get(parts.size() - 1 - up);
        }

        String text(JsonNode message, FieldPath field) {
            return switch (field.scope()) {
                case KEY ->
                    up(from == RowsFrom.ARRAY ? Math.max(1, field.up()) : field.up())
                            .name();
                case INDEX -> String.valueOf(up(field.up()).index());
                case MESSAGE -> text(message, field.pointer());
                case RECORD -> text(up(field.up()).value(), field.pointer());
                case SCALARS -> throw new IllegalArgumentException("No single field: " + field);
            };
        }

        private static String text(JsonNode node, String pointer) {
            var value = node.at(JsonPointer.compile(pointer));
            return value.isMissingNode() ? "missing" : value.isTextual() ? value.textValue() : value.toString();
        }
    }

    private static final class Walk {

        private final List<String> path;
        private final RowsFrom rowsFrom;
        private final List<Found> found = new ArrayList<>();
        private boolean isFound;
        private boolean isWrong;

        Walk(List<String> path, RowsFrom rowsFrom) {
            this.path = path;
            this.rowsFrom = rowsFrom;
        }

        void from(JsonNode node, int at, List<Part> around) {
            if (at == path.size()) {
                rows(node, around);
            } else if (path.get(at).equals("*")) {
                isFound |= node.isContainerNode() && node.isEmpty();
                Part.of(node).forEach(part -> from(part.value(), at + 1, with(around, part)));
            } else {
                from(node.at(JsonPointer.compile("/" + path.get(at))), at + 1, around);
            }
        }

        private void rows(JsonNode node, List<Part> around) {
            if (rowsFrom == RowsFrom.ARRAY ? node.isArray() : node.isObject()) {
                isFound = true;
                Part.of(node).forEach(part -> found.add(new Found(with(around, part), rowsFrom)));
            } else {
                isWrong |= !node.isMissingNode() && !node.isNull();
            }
        }

        private static List<Part> with(List<Part> around, Part element) {
            var more = new ArrayList<>(around);
            more.add(element);
            return more;
        }
    }

    private static String document(RandomValues random, int depth) {
        int kind = depth == 0 ? 0 : random.oneOf(0, 1, 1, 1, 2, 2, 2, 2);
        if (kind == 0) {
            return random.oneOf("1", "2", "\"x\"", "null");
        }
        if (kind == 1) {
            return "[" + String.join(",", random.list(0, 3, () -> document(random, depth - 1))) + "]";
        }
        var names = random.list(0, 3, () -> random.oneOf("\"a\":", "\"b\":", "\"c\":"));
        return names.stream()
                .distinct()
                .map(name -> name + document(random, depth - 1))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
