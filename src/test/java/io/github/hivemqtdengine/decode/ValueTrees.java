// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.testkit.RandomValues;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Values of every type in maps and lists, described as a tree whose strings name the types. */
public final class ValueTrees {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final DateTimeFormatter NANOS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private ValueTrees() {}

    /** Describes the next value of a document and consumes it. */
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

    /** Describes a {@link Map}, a {@link List} or a scalar. */
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

    /** Returns a tree of values as all formats with structures have them, and of others. */
    public static @Nullable Object tree(RandomValues random, Supplier<Object> others) {
        return tree(random, 3, others);
    }

    private static @Nullable Object tree(RandomValues random, int depth, Supplier<Object> others) {
        return switch (depth == 0 ? 0 : random.below(3)) {
            case 0 -> random.chance(10) ? null : scalar(random, others);
            case 1 -> random.list(0, 5, () -> tree(random, depth - 1, others));
            default -> {
                var map = new LinkedHashMap<String, @Nullable Object>();
                for (var name : random.list(0, 5, () -> name(random))) {
                    map.put(name, tree(random, depth - 1, others));
                }
                yield map;
            }
        };
    }

    private static Object scalar(RandomValues random, Supplier<Object> others) {
        return switch (random.below(9)) {
            case 0 -> random.anyLong();
            case 1 -> new BigInteger(Long.toUnsignedString(~(random.anyLong() & Long.MAX_VALUE)));
            case 2 -> random.anyDouble();
            case 3 -> random.anyFloat();
            case 4 -> random.oneOf(0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE);
            case 5 -> random.anyBoolean();
            case 6 -> random.unicode(40);
            case 7 -> random.bytes(300);
            default -> others.get();
        };
    }

    /** Returns at most 30 letters. */
    private static String name(RandomValues random) {
        return String.join("", random.list(0, 30, () -> Character.toString(random.between('a', 'z'))));
    }

    /** As decoders give it: a {@link Long} where 64 bits hold it. */
    public static Object narrowed(BigInteger number) {
        return number.bitLength() < Long.SIZE ? (Object) number.longValueExact() : number;
    }
}
