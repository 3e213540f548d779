package io.github.hivemqtdengine.decode;

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
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Whatever is on the wire, in whatever order and however often, the document says what Protobuf's own parser says. */
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

    @Property(tries = 2_000)
    void shouldAgreeWithProtobufItself(@ForAll("wires") byte[] wire) throws Exception {
        var message = DynamicMessage.parseFrom(TYPE, wire);

        assertThat(value(FORMAT.open(wire))).isEqualTo(tree(message));
    }

    @Property(tries = 2_000)
    void shouldTakeWhatProtobufTakes(@ForAll byte[] noise) {
        assertThat(isReadByUs(noise)).isEqualTo(isReadByProtobuf(noise));
    }

    private static boolean isReadByUs(byte[] noise) {
        try {
            FORMAT.open(noise);
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

    /** Fields one behind the other, by any of their numbers and in any of their encodings. */
    @Provide
    Arbitrary<byte[]> wires() {
        return fields(2).list().ofMaxSize(12).map(ProtobufFormatPropertyTest::joined);
    }

    private static Arbitrary<byte[]> fields(int depth) {
        var varints = Arbitraries.of(1, 2, 3, 4, 5, 6, 13, 16, 23, 25, 26, 27, 99)
                .flatMap(number ->
                        Arbitraries.longs().map(value -> joined(List.of(varint((long) number << 3), varint(value)))));
        var packed = Arbitraries.of(26, 27)
                .flatMap(number -> Arbitraries.integers()
                        .list()
                        .ofMaxSize(3)
                        .map(values -> delimited(
                                number,
                                joined(values.stream()
                                        .map(ProtobufFormatPropertyTest::varint)
                                        .toList()))));
        var texts = Arbitraries.of(14, 15, 22, 28)
                .flatMap(number -> Arbitraries.of("", "a", "é")
                        .map(text -> delimited(number, text.getBytes(StandardCharsets.UTF_8))));
        var fixed = Arbitraries.longs().map(value -> {
            var bytes = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
            return bytes.put((byte) 0x61).putLong(value).array();
        });
        if (depth == 0) {
            return Arbitraries.oneOf(varints, packed, texts, fixed);
        }
        var messages = Arbitraries.lazy(() -> fields(depth - 1))
                .list()
                .ofMaxSize(4)
                .map(parts -> delimited(2000, joined(parts)));
        var readings = readings().map(reading -> delimited(24, reading));
        var maps = Arbitraries.of("a", "b")
                .flatMap(key -> readings()
                        .map(reading -> delimited(
                                29,
                                joined(List.of(
                                        delimited(1, key.getBytes(StandardCharsets.UTF_8)), delimited(2, reading))))));
        return Arbitraries.oneOf(varints, packed, texts, fixed, messages, readings, maps);
    }

    /** Of {@code sensor_id}, {@code phase} and {@code samples}. */
    private static Arbitrary<byte[]> readings() {
        var field = Arbitraries.of(4, 7)
                .flatMap(number -> Arbitraries.integers()
                        .map(value -> joined(List.of(varint((long) number << 3), varint(value & 0xFFL)))));
        var id = Arbitraries.of("x", "y").map(text -> delimited(1, text.getBytes(StandardCharsets.UTF_8)));
        return Arbitraries.oneOf(field, id).list().ofMaxSize(3).map(ProtobufFormatPropertyTest::joined);
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

    /** What a document says, objects as maps. */
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

    /** What a message of Protobuf's own says, in the same words. */
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
