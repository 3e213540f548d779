// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.learn;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.StrictText;
import io.github.hivemqtdengine.decode.cbor.CborFormat;
import io.github.hivemqtdengine.decode.cbor.MsgpackFormat;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.message.InboundMessage;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a message contains, found by trying.
 *
 * @param isCompressed whether the first bytes are those of a compression that the extension undoes
 * @param bytes the size, decompressed
 * @param tree the fields as maps, lists and scalars; {@code null} unless the format has fields
 */
record Content(
        Kind kind,
        boolean isCompressed,
        int bytes,
        @Nullable Object tree) {

    private static final String SPARKPLUG_TOPICS = "spBv1.0/";
    private static final String WORD = "(?:[^\\s,=\\\\\"{\\[<]|\\\\.)++";
    private static final String VALUE = "(?:\"(?:[^\"\\\\]|\\\\.)*+\"|[^\\s,\"]++)";

    /** A line as Telegraf writes it; possessive, since a client chooses the text. */
    private static final Pattern LINE = Pattern.compile(WORD + "(?:," + WORD + "=" + WORD + ")*+ " + WORD + "=" + VALUE
            + "(?:," + WORD + "=" + VALUE + ")*+(?: -?\\d{10,19})?");

    /** Of a decompressed payload. */
    private static final int MAX_BYTES = 1 << 20;

    private static final int MAX_NAMES = 200;
    private static final int MAX_NAME = 200;

    /** Kinds of contents, by the payload format that stores them. */
    enum Kind {
        JSON("json"),
        CBOR("cbor"),
        MSGPACK("msgpack"),
        LINE_PROTOCOL("line-protocol"),
        SPARKPLUG("sparkplug"),
        TEXT("raw"),
        BINARY("raw"),
        /** Of no bytes, or blanks only. */
        EMPTY("raw");

        private final String format;

        Kind(String format) {
            this.format = format;
        }

        String format() {
            return format;
        }
    }

    static Content of(InboundMessage message) {
        if (message.topic().startsWith(SPARKPLUG_TOPICS)) {
            return new Content(Kind.SPARKPLUG, false, 0, null);
        }
        var bytes = message.payload();
        var plain = decompressed(bytes);
        boolean isCompressed = !Arrays.equals(plain, bytes);
        return plain.length == 0
                ? new Content(Kind.EMPTY, false, 0, null)
                : text(plain)
                        .map(text -> ofText(text, plain, isCompressed))
                        .or(() -> fields(new CborFormat(), Kind.CBOR, plain, isCompressed))
                        .or(() -> fields(new MsgpackFormat(), Kind.MSGPACK, plain, isCompressed))
                        .orElseGet(() -> new Content(Kind.BINARY, isCompressed, plain.length, null));
    }

    private static byte[] decompressed(byte[] bytes) {
        try {
            return new PayloadCompression(Compression.AUTO, MAX_BYTES)
                    .undo(Payload.of(bytes))
                    .bytes();
        } catch (DecodeException e) { // only looked like it
            return bytes;
        }
    }

    /** Returns the text; empty for bytes that are not UTF-8, or have control characters. */
    private static Optional<String> text(byte[] bytes) {
        try {
            var text = StrictText.of(bytes, StandardCharsets.UTF_8);
            return StrictText.isPrintable(text) ? Optional.of(text) : Optional.empty();
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }

    private static Content ofText(String text, byte[] bytes, boolean isCompressed) {
        if (text.isBlank()) {
            return new Content(Kind.EMPTY, false, 0, null);
        }
        try {
            var tree = JsonTree.read(bytes);
            if (isStructure(tree)) {
                return new Content(Kind.JSON, isCompressed, bytes.length, tree);
            }
        } catch (DecodeException e) {
            if (text.lines()
                    .filter(line -> !line.isBlank())
                    .allMatch(line -> LINE.matcher(line).matches())) {
                return new Content(Kind.LINE_PROTOCOL, isCompressed, bytes.length, null);
            }
        }
        return new Content(Kind.TEXT, isCompressed, bytes.length, null);
    }

    private static Optional<Content> fields(DocumentFormat format, Kind kind, byte[] bytes, boolean isCompressed) {
        try {
            var document = format.open(Payload.of(bytes));
            var tree = tree(document);
            document.end();
            return isStructure(tree)
                    ? Optional.of(new Content(kind, isCompressed, bytes.length, tree))
                    : Optional.empty();
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }

    private static @Nullable Object tree(Document document) throws DecodeException {
        return switch (document.kind()) {
            case OBJECT -> {
                var fields = new LinkedHashMap<String, @Nullable Object>();
                document.enter();
                for (var name = document.nextField(); name != null; name = document.nextField()) {
                    fields.put(name, tree(document));
                }
                yield fields;
            }
            case ARRAY -> {
                var elements = new ArrayList<@Nullable Object>();
                document.enter();
                while (document.nextElement()) {
                    elements.add(tree(document));
                }
                yield elements;
            }
            case SCALAR -> asInJson(document.scalar());
        };
    }

    private static @Nullable Object asInJson(@Nullable Object scalar) {
        if (scalar instanceof Double || scalar instanceof Float) {
            double number = ((Number) scalar).doubleValue();
            return Double.isFinite(number) ? new BigDecimal(scalar.toString()) : null;
        }
        if (scalar instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        return scalar instanceof Instant ? scalar.toString() : scalar;
    }

    /** Returns whether there are fields; a bare number or text is better stored raw. */
    private static boolean isStructure(@Nullable Object tree) {
        return (tree instanceof Map<?, ?> object && !object.isEmpty())
                || (tree instanceof Collection<?> array
                        && !array.isEmpty()
                        && array.stream().allMatch(element -> element instanceof Map<?, ?>));
    }

    /** Returns the fields; empty for a format without. */
    Optional<Object> fields() {
        return Optional.ofNullable(tree);
    }

    /** Returns the names of the outermost fields, the first 200; those of rows are not those of an object. */
    Set<String> names() {
        boolean isArray = tree instanceof Collection<?>;
        var object = tree instanceof Collection<?> array ? array.iterator().next() : tree;
        return object instanceof Map<?, ?> fields
                ? fields.keySet().stream()
                        .limit(MAX_NAMES)
                        .map(name -> (isArray ? "[]" : "") + cut(String.valueOf(name)))
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    private static String cut(String name) {
        return name.substring(0, Math.min(name.length(), MAX_NAME));
    }

    /** Returns the memory of the names, bytes. */
    long weight() {
        return names().stream().mapToLong(name -> 64 + 2L * name.length()).sum();
    }

    /** Returns whether the text is a number as JSON writes it. */
    static boolean isNumber(InboundMessage message) {
        try {
            var tree = JsonTree.read(message.payload());
            return tree instanceof Long || tree instanceof BigDecimal || tree instanceof BigInteger;
        } catch (DecodeException e) {
            return false;
        }
    }
}
