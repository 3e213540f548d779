// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the decoder with Jackson's tree for any document and any pointers. */
class JsonFormatPropertyTest {

    private static final ObjectMapper TREES = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(com.fasterxml.jackson.databind.cfg.JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    private static final List<String> NAMES = List.of("a", "b", "c", "0", "1", "", "a/b", "m~n", "ü");
    private static final List<String> SCALARS = List.of(
            "1",
            "-20",
            "1.5",
            "-0.10",
            "9223372036854775807",
            "12345678901234567890",
            "true",
            "false",
            "null",
            "\"\"",
            "\"text\"",
            "\"\\u00fc\\n\"",
            "\"😀\"");

    @SeededTest
    void shouldAgreeWithTheTree(RandomValues random) throws Exception {
        var json = document(random);
        var pointers = pointers(random);
        var fields = pointers.stream().map(p -> new FieldPath(Scope.RECORD, p)).toList();

        var records = new JsonFormat()
                .decoder(fields, RecordShape.ONE_RECORD)
                .decode(Payload.of(json.getBytes(StandardCharsets.UTF_8)), BrokenRecords.REFUSED);

        assertThat(records).hasSize(1);
        check(TREES.readTree(json), pointers, records.get(0));
    }

    @SeededTest
    void shouldAgreeWithTheTreeInEveryRow(RandomValues random) throws Exception {
        var rows = document(random);
        var shared = document(random);
        var pointers = pointers(random);
        var array = "[" + rows + "," + rows + "]";
        var json = random.anyBoolean()
                ? "{\"s\":" + shared + ",\"r\":" + array + "}"
                : "{\"r\":" + array + ",\"s\":" + shared + "}";
        var fields = pointers.stream()
                .flatMap(p -> java.util.stream.Stream.of(
                        new FieldPath(Scope.RECORD, p), new FieldPath(Scope.MESSAGE, "/s" + p)))
                .toList();

        var records = new JsonFormat()
                .decoder(fields, RecordShape.rowsAt("/r"))
                .decode(Payload.of(json.getBytes(StandardCharsets.UTF_8)), BrokenRecords.REFUSED);

        assertThat(records).hasSize(2);
        for (var record : records) {
            for (int i = 0; i < pointers.size(); i++) {
                checkOne(TREES.readTree(rows), pointers.get(i), record[2 * i]);
                checkOne(TREES.readTree(shared), pointers.get(i), record[2 * i + 1]);
            }
        }
    }

    private static void check(JsonNode tree, List<String> pointers, @Nullable Object[] record) throws Exception {
        for (int i = 0; i < pointers.size(); i++) {
            checkOne(tree, pointers.get(i), record[i]);
        }
    }

    private static void checkOne(JsonNode tree, String pointer, @Nullable Object value) throws Exception {
        var node = tree.at(JsonPointer.compile(pointer));
        if (value instanceof Structure structure) {
            assertThat(TREES.readTree(structure.text())).isEqualTo(node);
        } else {
            assertThat(value).isEqualTo(expected(node));
        }
    }

    private static @Nullable Object expected(JsonNode node) {
        return switch (node.getNodeType()) {
            case MISSING -> Decoder.MISSING;
            case NULL -> null;
            case BOOLEAN -> node.booleanValue();
            case STRING -> node.textValue();
            case NUMBER -> number(node);
            default -> node;
        };
    }

    private static Object number(JsonNode node) {
        if (node.isFloatingPointNumber()) {
            return node.decimalValue();
        }
        return node.canConvertToLong() ? node.longValue() : node.bigIntegerValue();
    }

    private static List<String> pointers(RandomValues random) {
        return random.list(1, 6, () -> String.join("", random.list(0, 3, () -> token(random)))).stream()
                .distinct()
                .toList();
    }

    private static String token(RandomValues random) {
        return "/" + random.oneOf(NAMES).replace("~", "~0").replace("/", "~1");
    }

    private static String document(RandomValues random) {
        return document(random, 3);
    }

    private static String document(RandomValues random, int depth) {
        return switch (depth == 0 ? 0 : random.oneOf(0, 1, 2, 2)) {
            case 0 -> random.oneOf(SCALARS);
            case 1 -> "[" + String.join(" , ", random.list(0, 3, () -> document(random, depth - 1))) + "]";
            default -> "{ " + String.join(",", random.list(0, 4, () -> field(random, depth))) + " }";
        };
    }

    private static String field(RandomValues random, int depth) {
        return "\"" + random.oneOf(NAMES) + "\" :" + document(random, depth - 1);
    }
}
