// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.TreeDecoder;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares the document with Protobuf's own parser for fields in any order and number. */
class ProtobufFormatPropertyTest {

    private static final ProtobufFormat FORMAT = ProtobufGolden.everything();
    private static final Descriptor TYPE = descriptor();

    private static Descriptor descriptor() {
        try {
            var files = new HashMap<String, FileDescriptor>();
            for (var file : FileDescriptorSet.parseFrom(ProtobufGolden.bytes("plant.desc"))
                    .getFileList()) {
                var imports = file.getDependencyList().stream().map(files::get).toArray(FileDescriptor[]::new);
                files.put(file.getName(), FileDescriptor.buildFrom(file, imports));
            }
            return Objects.requireNonNull(files.get("plant.proto")).findMessageTypeByName("Everything");
        } catch (InvalidProtocolBufferException | DescriptorValidationException e) {
            throw new AssertionError(e);
        }
    }

    @SeededTest
    void shouldAgreeWithProtobufItself(RandomValues random) throws Exception {
        var wire = wire(random);
        var message = DynamicMessage.parseFrom(TYPE, wire);

        assertThat(value(FORMAT.open(Payload.of(wire)))).isEqualTo(tree(message));
    }

    /** Shapes that lead to arrays, maps and messages of {@code Everything}, and to nothing. */
    private static final List<RecordShape> SHAPES = List.of(
            RecordShape.ONE_RECORD,
            RecordShape.rowsAt("/texts"),
            RecordShape.rowsAt("/by_name/*/samples"),
            RecordShape.rowsAt("/inner/by_name/*/samples"),
            new RecordShape("/by_name", RowsFrom.OBJECT, null),
            new RecordShape("/inner", RowsFrom.OBJECT, null),
            new RecordShape("", RowsFrom.OBJECT, null),
            new RecordShape("/inner/*", RowsFrom.OBJECT, null),
            new RecordShape(null, RowsFrom.ARRAY, new Pivot("/inner", "a_string", "a_int32")));

    /** A decoder reads with a type that has no other fields than the route's. */
    @SeededTest
    void shouldReadTheSameWithoutTheFieldsOfNoRoute(RandomValues random) {
        var shape = random.oneOf(SHAPES.toArray(RecordShape[]::new));
        var fields = random.list(0, 3, () -> field(random, shape));
        var wire = wire(random);

        assertThat(records(wire, () -> FORMAT.decoder(fields, shape)))
                .as("%s of %s in %s", fields, shape, HexFormat.of().formatHex(wire))
                .isEqualTo(records(wire, () -> new TreeDecoder(payload -> FORMAT.open(payload), fields, shape)));
    }

    private static FieldPath field(RandomValues random, RecordShape shape) {
        if (shape.hasKeys() && random.chance(20)) {
            return new FieldPath(Scope.KEY, "");
        }
        var scope = random.oneOf(Scope.RECORD, Scope.RECORD, Scope.MESSAGE, Scope.SCALARS);
        int up = scope == Scope.RECORD ? random.between(0, shape.elementsAround()) : 0;
        return new FieldPath(
                scope,
                up,
                random.oneOf(
                        "",
                        "/a_int32",
                        "/inner",
                        "/inner/inner/text",
                        "/by_name/a",
                        "/by_name/a/phase",
                        "/by_name",
                        "/inner/by_name/b/samples/0",
                        "/reading",
                        "/text",
                        "/number",
                        "/packed/1",
                        "/texts",
                        "/phase"));
    }

    /** Returns what a decoder gives, or why it gives nothing, as text. */
    private static String records(byte[] payload, Supplier<Decoder> decoder) {
        try {
            return decoder.get().decode(Payload.of(payload), BrokenRecords.REFUSED).stream()
                    .map(record -> Stream.of(record)
                            .map(ProtobufFormatPropertyTest::text)
                            .toList())
                    .toList()
                    .toString();
        } catch (DecodeException | IllegalArgumentException e) {
            return e.toString();
        }
    }

    private static String text(@Nullable Object value) {
        if (value instanceof Decoder.Scalars scalars) {
            var texts = new TreeMap<String, String>();
            scalars.fields().forEach((name, field) -> texts.put(name, text(field)));
            return texts + " " + scalars.left();
        }
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }

    /** Protobuf's parser for Java does not always check whether the tenth byte of a number announces another byte. */
    @SeededTest
    void shouldTakeWhatProtobufTakesButNumbersOfMoreThanTenBytes(RandomValues random) {
        var noise = random.anyBoolean() ? random.bytes(40) : damaged(wire(random), random);

        boolean isRead = isReadByUs(noise);

        assertThat(isRead || mayHaveNumberWithoutEnd(noise))
                .as(HexFormat.of().formatHex(noise))
                .isEqualTo(isReadByProtobuf(noise) || (!isRead && mayHaveNumberWithoutEnd(noise)));
    }

    private static boolean mayHaveNumberWithoutEnd(byte[] noise) {
        int run = 0;
        for (byte next : noise) {
            run = next < 0 ? run + 1 : 0;
            if (run == 10) {
                return true;
            }
        }
        return false;
    }

    /** Returns the bytes with one that is another one, or without their end. */
    private static byte[] damaged(byte[] wire, RandomValues random) {
        if (wire.length == 0) {
            return wire;
        }
        int at = random.between(0, wire.length - 1);
        if (random.chance(30)) {
            return Arrays.copyOf(wire, at);
        }
        wire[at] = (byte) random.anyInt();
        return wire;
    }

    private static boolean isReadByUs(byte[] noise) {
        try {
            FORMAT.open(Payload.of(noise));
            return true;
        } catch (DecodeException e) {
            return false;
        }
    }

    private static boolean isReadByProtobuf(byte[] noise) {
        try {
            return DynamicMessage.parseFrom(TYPE, noise).isInitialized();
        } catch (InvalidProtocolBufferException e) {
            return false;
        }
    }

    /** Returns fields one after the other, by any of their numbers and in any of their encodings. */
    private static byte[] wire(RandomValues random) {
        return joined(random.list(0, 12, () -> field(random, 2)));
    }

    private static byte[] field(RandomValues random, int depth) {
        return switch (random.below(depth == 0 ? 4 : 7)) {
            case 0 -> number(random.oneOf(1, 2, 3, 4, 5, 6, 13, 16, 23, 25, 26, 27, 99), random.anyLong());
            case 1 -> {
                var values = random.list(0, 3, () -> varint(random.anyInt()));
                yield delimited(random.oneOf(26, 27), joined(values));
            }
            case 2 -> text(random.oneOf(14, 15, 22, 28), random.oneOf("", "a", "é"));
            case 3 -> fixed(random.anyLong());
            case 4 -> delimited(2000, joined(random.list(0, 4, () -> field(random, depth - 1))));
            case 5 -> delimited(24, reading(random));
            default -> {
                var key = text(1, random.oneOf("a", "b"));
                yield delimited(29, joined(List.of(key, delimited(2, reading(random)))));
            }
        };
    }

    /** Returns a reading of {@code sensor_id}, {@code phase} and {@code samples}. */
    private static byte[] reading(RandomValues random) {
        return joined(random.list(
                0,
                3,
                () -> random.anyBoolean()
                        ? number(random.oneOf(4, 7), random.anyInt() & 0xFFL)
                        : text(1, random.oneOf("x", "y"))));
    }

    private static byte[] number(int number, long value) {
        return joined(List.of(varint((long) number << 3), varint(value)));
    }

    private static byte[] text(int number, String text) {
        return delimited(number, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] fixed(long value) {
        var bytes = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.put((byte) 0x61).putLong(value).array();
    }

    private static byte[] delimited(int number, byte[] value) {
        return joined(List.of(varint(((long) number << 3) | 2), varint(value.length), value));
    }

    private static byte[] varint(long number) {
        var bytes = new ByteArrayOutputStream();
        long left = number;
        for (; (left & ~0x7FL) != 0; left >>>= 7) {
            bytes.write((int) (left & 0x7F) | 0x80);
        }
        bytes.write((int) left);
        return bytes.toByteArray();
    }

    private static byte[] joined(List<byte[]> parts) {
        var bytes = new ByteArrayOutputStream();
        parts.forEach(bytes::writeBytes);
        return bytes.toByteArray();
    }

    /** Value of a document, objects as maps. */
    private static @Nullable Object value(Document document) throws DecodeException {
        switch (document.kind()) {
            case OBJECT -> {
                var fields = new TreeMap<String, @Nullable Object>();
                document.enter();
                for (var name = document.nextField(); name != null; name = document.nextField()) {
                    fields.put(name, value(document));
                }
                return fields;
            }
            case ARRAY -> {
                var elements = new ArrayList<@Nullable Object>();
                document.enter();
                while (document.nextElement()) {
                    elements.add(value(document));
                }
                return elements;
            }
            default -> {
                var scalar = document.scalar();
                return scalar instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : scalar;
            }
        }
    }

    /** Value of a message as Protobuf reads it, in the form of {@link #value}. */
    private static Map<String, Object> tree(Message message) {
        var fields = new TreeMap<String, Object>();
        for (var field : message.getDescriptorForType().getFields()) {
            var value = message.getField(field);
            if (field.isMapField()) {
                fields.put(field.getName(), map(field, (List<?>) value));
            } else if (field.isRepeated()) {
                fields.put(
                        field.getName(),
                        ((List<?>) value)
                                .stream().map(element -> one(field, element)).toList());
            } else if (!field.hasPresence() || message.hasField(field)) {
                fields.put(field.getName(), one(field, value));
            }
        }
        return fields;
    }

    private static Map<String, Object> map(FieldDescriptor field, List<?> entries) {
        var map = new TreeMap<String, Object>();
        for (var entry : entries) {
            var key = ((Message) entry).getField(field.getMessageType().findFieldByNumber(1));
            var value = field.getMessageType().findFieldByNumber(2);
            map.put(String.valueOf(key), one(value, ((Message) entry).getField(value)));
        }
        return map;
    }

    private static Object one(FieldDescriptor field, Object value) {
        if (value instanceof Message message) {
            return tree(message);
        }
        if (value instanceof ByteString bytes) {
            return HexFormat.of().formatHex(bytes.toByteArray());
        }
        if (value instanceof EnumValueDescriptor constant) {
            return constant.getIndex() < 0 ? (Object) (long) constant.getNumber() : constant.getName();
        }
        return switch (field.getType()) {
            case UINT32, FIXED32 -> Integer.toUnsignedLong((Integer) value);
            case UINT64, FIXED64 -> unsigned((Long) value);
            case INT32, SINT32, SFIXED32 -> ((Integer) value).longValue();
            default -> value;
        };
    }

    private static Object unsigned(long value) {
        return value >= 0 ? (Object) value : new BigInteger(Long.toUnsignedString(value));
    }
}
