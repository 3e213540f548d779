package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.jspecify.annotations.Nullable;

/** Values of every type in maps and lists, and what tells two of them apart: a tree whose texts name the types. */
final class ValueTrees {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final DateTimeFormatter NANOS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private ValueTrees() {}

    /** What a document holds, which passes it. */
    static JsonNode described(Document document) throws DecodeException {
        return switch (document.kind()) {
            case SCALAR -> describedScalar(document.scalar());
            case ARRAY -> describedArray(document);
            case OBJECT -> describedObject(document);
        };
    }

    private static ArrayNode describedArray(Document document) throws DecodeException {
        var array = NODES.arrayNode();
        document.enter();
        while (document.nextElement()) {
            array.add(described(document));
        }
        return array;
    }

    private static ObjectNode describedObject(Document document) throws DecodeException {
        var object = NODES.objectNode();
        document.enter();
        for (var name = document.nextField(); name != null; name = document.nextField()) {
            object.set(name, described(document));
        }
        return object;
    }

    /** What a {@link Map}, a {@link List} or a scalar holds. */
    static JsonNode describedValue(@Nullable Object value) {
        if (value instanceof List<?> list) {
            var array = NODES.arrayNode();
            list.forEach(element -> array.add(describedValue(element)));
            return array;
        }
        if (value instanceof Map<?, ?> map) {
            var object = NODES.objectNode();
            map.forEach((name, element) -> object.set((String) name, describedValue(element)));
            return object;
        }
        return describedScalar(value);
    }

    private static JsonNode describedScalar(@Nullable Object value) {
        if (value == null) {
            return NODES.nullNode();
        }
        return value instanceof Boolean truth ? NODES.booleanNode(truth) : NODES.textNode(typed(value));
    }

    private static String typed(Object value) {
        if (value instanceof Double number) {
            return "double:"
                    + (number.isNaN() ? "NaN" : HexFormat.of().toHexDigits(Double.doubleToRawLongBits(number)));
        }
        if (value instanceof Float number) {
            return "float:" + (number.isNaN() ? "NaN" : HexFormat.of().toHexDigits(Float.floatToRawIntBits(number)));
        }
        if (value instanceof BigDecimal number) {
            var shortest = number.stripTrailingZeros();
            return "decimal:" + (number.signum() == 0 ? "0" : shortest.unscaledValue() + "E" + -shortest.scale());
        }
        if (value instanceof byte[] bytes) {
            return "bytes:" + HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Instant time) {
            return "time:" + NANOS.format(time);
        }
        return (value instanceof Long ? "long:" : value instanceof BigInteger ? "integer:" : "text:") + value;
    }

    /** Values as all formats with structures have them, and others. */
    static Arbitrary<Object> trees(Arbitrary<?> others) {
        return tree(
                3,
                Arbitraries.oneOf(
                        Arbitraries.longs(),
                        Arbitraries.longs().greaterOrEqual(0).map(bits -> new BigInteger(Long.toUnsignedString(~bits))),
                        Arbitraries.doubles(),
                        Arbitraries.floats(),
                        Arbitraries.of(0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE),
                        Arbitraries.of(true, false),
                        Arbitraries.strings().ofMaxLength(40).filter(ValueTrees::isWhole),
                        Arbitraries.bytes().array(byte[].class).ofMaxSize(300),
                        others.map(value -> value)));
    }

    /** As decoders give it: a {@link Long} where 64 bits hold it. */
    static Object narrowed(BigInteger number) {
        return number.bitLength() < Long.SIZE ? (Object) number.longValueExact() : number;
    }

    private static boolean isWhole(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    private static Arbitrary<Object> tree(int depth, Arbitrary<Object> scalar) {
        if (depth == 0) {
            return scalar.injectNull(0.1);
        }
        var value = Arbitraries.lazy(() -> tree(depth - 1, scalar));
        var name = Arbitraries.strings().alpha().ofMaxLength(30);
        return Arbitraries.oneOf(
                scalar.injectNull(0.1),
                value.list().ofMaxSize(5).map(list -> list),
                Arbitraries.maps(name, value).ofMaxSize(5).map(map -> map));
    }
}
