// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.Edition;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumOptions;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FeatureSet.MessageEncoding;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.sun.management.ThreadMXBean;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.DocumentText;
import io.github.hivemqtdengine.decode.document.FieldNode;
import io.github.hivemqtdengine.decode.protobuf.ProtobufDescriptors.ProtobufSchema;
import io.github.hivemqtdengine.decode.protobuf.ProtobufFormat.Framing;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtobufTypesTest {

    /** The memory that the documents promise for each byte of a message while it is read. */
    private static final long MAX_BYTES_FOR_A_BYTE = 25;

    /** The memory that the documents promise for each group and each entry of a map besides. */
    private static final long MAX_BYTES_FOR_AN_ENTRY = 600;

    private static final int MIB = 1 << 20;

    @Test
    void shouldHaveTheFieldsThatAreAskedFor() {
        var type = projected("/a_int32", "/inner/a_double", "/times/0", "/no_such_field");

        assertThat(names(type)).containsExactly("a_int32", "a_double", "inner", "times");
        assertThat(names(field(type, "times"))).containsExactly("seconds", "nanos");
    }

    @Test
    void shouldHaveTheOthersOfAOneofButNothingOfTheirs() {
        var type = projected("/number");

        assertThat(names(type)).containsExactly("text", "number", "reading");
        assertThat(names(field(type, "reading"))).isEmpty();
    }

    @Test
    void shouldHaveEverythingBelowWhatIsKept() {
        var type = projected("/reading");

        assertThat(names(field(type, "reading")))
                .containsExactly("sensor_id", "at", "value", "phase", "state", "limits", "samples");
        assertThat(names(projected(""))).hasSize(35);
    }

    @Test
    void shouldHaveTheValuesOfMapsAndTheElementsOfArrays() {
        var type = projected(RecordShape.rowsAt("/by_name/*/samples"));

        assertThat(names(type)).containsExactly("by_name");
        assertThat(names(field(field(type, "by_name"), "value"))).containsExactly("samples");
    }

    @Test
    void shouldGiveNumbersOfAnEnumTheirFirstName() throws Exception {
        var schema = schema(FileDescriptorProto.newBuilder()
                .addEnumType(EnumDescriptorProto.newBuilder()
                        .setName("State")
                        .addValue(constant("STOPPED", 7))
                        .addValue(constant("RUNNING", 8))
                        .addValue(constant("STARTED", 8))
                        .setOptions(EnumOptions.newBuilder().setAllowAlias(true)))
                .addMessageType(DescriptorProto.newBuilder()
                        .setName("M")
                        .addField(field("states", 1, Label.LABEL_REPEATED, FieldDescriptorProto.Type.TYPE_ENUM)
                                .setTypeName(".State"))
                        .addField(field("map", 2, Label.LABEL_REPEATED, FieldDescriptorProto.Type.TYPE_MESSAGE)
                                .setTypeName(".M.MapEntry"))
                        .addNestedType(DescriptorProto.newBuilder()
                                .setName("MapEntry")
                                .setOptions(MessageOptions.newBuilder().setMapEntry(true))
                                .addField(field("key", 1, Label.LABEL_OPTIONAL, FieldDescriptorProto.Type.TYPE_STRING))
                                .addField(field("value", 2, Label.LABEL_OPTIONAL, FieldDescriptorProto.Type.TYPE_ENUM)
                                        .setTypeName(".State")))));

        assertThat(text(schema, "0808 0807 0809 1203 0a0161"))
                .isEqualTo("{\"states\":[\"RUNNING\",\"STOPPED\",9],\"map\":{\"a\":\"STOPPED\"}}");
    }

    @Test
    void shouldReadMessagesThatEndWithATag() throws Exception {
        assertThat(text(messagesWithEndTags(), "13 0801 14 1b 1c 1b 0802 1c 13 0803 14"))
                .isEqualTo("{\"m\":{\"number\":3,\"list\":[]},\"list\":[{\"list\":[]},{\"number\":2,\"list\":[]}]}");
    }

    /** Editions have no groups, but messages that are encoded like groups. */
    private static ProtobufSchema messagesWithEndTags() {
        var file = FileDescriptorProto.newBuilder()
                .setSyntax("editions")
                .setEdition(Edition.EDITION_2023)
                .addMessageType(DescriptorProto.newBuilder()
                        .setName("M")
                        .addField(field("number", 1, Label.LABEL_OPTIONAL, FieldDescriptorProto.Type.TYPE_INT32))
                        .addField(field("m", 2, Label.LABEL_OPTIONAL, FieldDescriptorProto.Type.TYPE_MESSAGE)
                                .setTypeName(".M"))
                        .addField(field("list", 3, Label.LABEL_REPEATED, FieldDescriptorProto.Type.TYPE_MESSAGE)
                                .setTypeName(".M")));
        file.getOptionsBuilder().getFeaturesBuilder().setMessageEncoding(MessageEncoding.DELIMITED);
        return schema(file);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "empty messages         | ea0100",
                "messages               | ea01040a026162",
                "messages that are one  | 827d00",
                "empty text             | e20100",
                "text                   | e2010161",
                "numbers                | d00101",
                "many numbers in one    | d20108ff01ff01ff01ff01",
                "groups nobody knows    | cb3ecc3e",
            })
    void shouldNotBuildMessagesBeforeTheyAreRead(String what, String element) throws Exception {
        var type = projected("");
        var encoded = ByteString.fromHex(element.repeat(2 * MIB / element.length()));

        long before = allocated();
        var message = type.parsed(encoded);
        long taken = allocated() - before;

        assertThat(message.getUnknownFields().isEmpty()).isTrue();
        assertThat(taken).as(what).isLessThan(MAX_BYTES_FOR_A_BYTE * encoded.size());
    }

    @ParameterizedTest
    @CsvSource({"1b1c, /list/5", "1b08011c, /list/5", "13081814, /m/list", "1b1b1c1c, /list/5/list/0"})
    void shouldTakeTheDocumentedMemoryForGroups(String group, String pointer) throws Exception {
        int groups = 100_000 / (group.length() / "1b".length() / 2);

        assertTakesLittle(messagesWithEndTags(), HexFormat.of().parseHex(group.repeat(groups)), pointer);
    }

    @Test
    void shouldTakeTheDocumentedMemoryForEntriesOfMaps() throws Exception {
        var entries = new ByteArrayOutputStream();
        for (int key = 0; key < 100_000; key++) {
            entries.writeBytes(HexFormat.of().parseHex("f2010408"));
            entries.writeBytes(new byte[] {(byte) (key | 0x80), (byte) (key >> 7 | 0x80), (byte) (key >> 14)});
        }

        assertTakesLittle(ProtobufGolden.everything().schema(), entries.toByteArray(), "/by_number/77777");
    }

    private static void assertTakesLittle(ProtobufSchema schema, byte[] payload, String pointer) throws Exception {
        var decoder = new ProtobufFormat(schema, Framing.MESSAGE)
                .decoder(List.of(new FieldPath(Scope.RECORD, pointer)), RecordShape.ONE_RECORD);

        long before = allocated();
        var records = decoder.decode(Payload.of(payload), BrokenRecords.REFUSED);
        long taken = allocated() - before;

        assertThat(records.get(0)[0]).isNotEqualTo(Decoder.MISSING);
        assertThat(taken)
                .isLessThan(MAX_BYTES_FOR_A_BYTE * payload.length + MAX_BYTES_FOR_AN_ENTRY * ProtobufCheck.MAX_OBJECTS);
    }

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private static ProtobufType projected(String... pointers) {
        return projected(RecordShape.ONE_RECORD, pointers);
    }

    private static ProtobufType projected(RecordShape shape, String... pointers) {
        var types = new AtomicReference<ProtobufType>();
        var format = new DocumentFormat() {
            @Override
            public Document open(Payload payload) {
                throw new IllegalStateException("no payload");
            }

            @Override
            public DocumentFormat projected(FieldNode wanted) {
                types.set(ProtobufTypes.projected(
                        ProtobufGolden.everything().schema().message(), List.of(wanted)));
                return this;
            }
        };
        var fields = Stream.of(pointers).map(FieldPath::ofRecord).toList();
        assertThat(format.decoder(fields, shape)).isNotNull();
        return Objects.requireNonNull(types.get());
    }

    private static ProtobufType field(ProtobufType type, String name) {
        return type.type(type.fields().get(names(type).indexOf(name)));
    }

    private static List<String> names(ProtobufType type) {
        return type.fields().stream().map(ProtobufType::name).toList();
    }

    private static FieldDescriptorProto.Builder field(
            String name, int number, Label label, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setLabel(label)
                .setType(type);
    }

    private static EnumValueDescriptorProto.Builder constant(String name, int number) {
        return EnumValueDescriptorProto.newBuilder().setName(name).setNumber(number);
    }

    private static ProtobufSchema schema(FileDescriptorProto.Builder file) {
        var set =
                FileDescriptorSet.newBuilder().addFile(file.setName("m.proto")).build();
        return ProtobufDescriptors.parse(set.toByteArray()).message("M").orElseThrow();
    }

    private static String text(ProtobufSchema schema, String payload) throws DecodeException {
        var bytes = HexFormat.of().parseHex(payload.replace(" ", ""));
        return DocumentText.of(new ProtobufFormat(schema, Framing.MESSAGE).open(Payload.of(bytes)));
    }
}
