package io.github.hivemqtdengine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Whatever the document and the pointers, the decoder says what Jackson's tree says. */
class JsonFormatPropertyTest {

    private static final ObjectMapper TREES = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(com.fasterxml.jackson.databind.cfg.JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    @Property(tries = 2_000)
    void shouldAgreeWithTheTree(@ForAll("documents") String json, @ForAll("pointerLists") List<String> pointers)
            throws Exception {
        var fields = pointers.stream().map(p -> new FieldPath(Scope.RECORD, p)).toList();

        var records = new JsonFormat()
                .decoder(fields, RecordShape.ONE_RECORD)
                .decode(Payload.of(json.getBytes(StandardCharsets.UTF_8)), BrokenRecords.REFUSED);

        assertThat(records).hasSize(1);
        check(TREES.readTree(json), pointers, records.get(0));
    }

    @Property(tries = 2_000)
    void shouldAgreeWithTheTreeInEveryRow(
            @ForAll("documents") String rows,
            @ForAll("documents") String shared,
            @ForAll boolean sharedFirst,
            @ForAll("pointerLists") List<String> pointers)
            throws Exception {
        var array = "[" + rows + "," + rows + "]";
        var json = sharedFirst
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

    private static final List<String> NAMES = List.of("a", "b", "c", "0", "1", "", "a/b", "m~n", "ü");

    @Provide
    Arbitrary<List<String>> pointerLists() {
        return Arbitraries.of(NAMES)
                .map(name -> "/" + name.replace("~", "~0").replace("/", "~1"))
                .list()
                .ofMaxSize(3)
                .map(tokens -> String.join("", tokens))
                .list()
                .uniqueElements()
                .ofMinSize(1)
                .ofMaxSize(6);
    }

    @Provide
    Arbitrary<String> documents() {
        return document(3);
    }

    private static Arbitrary<String> document(int depth) {
        var scalar = Arbitraries.of(
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
        if (depth == 0) {
            return scalar;
        }
        var value = Arbitraries.lazy(() -> document(depth - 1));
        var array = value.list().ofMaxSize(3).map(values -> "[" + String.join(" , ", values) + "]");
        var field = Arbitraries.of(NAMES).flatMap(name -> value.map(v -> "\"" + name + "\" :" + v));
        var object = field.list().ofMaxSize(4).map(fields -> "{ " + String.join(",", fields) + " }");
        return Arbitraries.oneOf(scalar, array, object, object);
    }
}
