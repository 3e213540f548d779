// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import java.util.Base64;
import java.util.List;

/**
 * Protobuf files as a registry returns them, in Base64 and without their paths:
 *
 * <pre>{@code
 * package plant;
 * import "common/unit.proto";
 * import "google/protobuf/timestamp.proto";
 * import "confluent/meta.proto";
 *
 * message Alarm { string text = 1; }
 * message Count { int32 n = 1; }
 * message Line {
 *   map<string, int32> totals = 1;
 *   message Reading { double value = 1; google.protobuf.Timestamp at = 2; common.Unit unit = 3; }
 * }
 * }</pre>
 */
public final class RegisteredFiles {

    /** The path by which the file imports {@link #unit}. */
    public static final String UNIT = "common/unit.proto";

    private RegisteredFiles() {}

    public static String plant() {
        var entry = message(
                        "TotalsEntry",
                        field("key", 1, FieldDescriptorProto.Type.TYPE_STRING),
                        field("value", 2, FieldDescriptorProto.Type.TYPE_INT32))
                .setOptions(MessageOptions.newBuilder().setMapEntry(true));
        var reading = message(
                "Reading",
                field("value", 1, FieldDescriptorProto.Type.TYPE_DOUBLE),
                reference("at", 2, ".google.protobuf.Timestamp"),
                reference("unit", 3, ".common.Unit"));
        var totals = reference("totals", 1, ".plant.Line.TotalsEntry").setLabel(Label.LABEL_REPEATED);
        return base64(file("plant")
                .addAllDependency(List.of(UNIT, "google/protobuf/timestamp.proto", "confluent/meta.proto"))
                .addMessageType(message("Alarm", field("text", 1, FieldDescriptorProto.Type.TYPE_STRING)))
                .addMessageType(message("Count", field("n", 1, FieldDescriptorProto.Type.TYPE_INT32)))
                .addMessageType(message("Line", totals).addNestedType(entry).addNestedType(reading)));
    }

    /** Another file: {@code package common; message Unit { string symbol = 1; }}. */
    public static String unit() {
        return base64(file("common")
                .addMessageType(message("Unit", field("symbol", 1, FieldDescriptorProto.Type.TYPE_STRING))));
    }

    /** A file whose message types M0, M1, ... each have a field of the next type, the last one of the first type. */
    static String ring(int types) {
        var file = file("ring");
        for (int i = 0; i < types; i++) {
            file.addMessageType(message("M" + i, reference("next", 1, ".ring.M" + (i + 1) % types)));
        }
        return base64(file);
    }

    private static FileDescriptorProto.Builder file(String name) {
        return FileDescriptorProto.newBuilder()
                .setName("default")
                .setPackage(name)
                .setSyntax("proto3");
    }

    private static DescriptorProto.Builder message(String name, FieldDescriptorProto.Builder... fields) {
        var message = DescriptorProto.newBuilder().setName(name);
        List.of(fields).forEach(message::addField);
        return message;
    }

    private static FieldDescriptorProto.Builder field(String name, int number, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setLabel(Label.LABEL_OPTIONAL)
                .setType(type);
    }

    private static FieldDescriptorProto.Builder reference(String name, int number, String type) {
        return field(name, number, FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName(type);
    }

    private static String base64(FileDescriptorProto.Builder file) {
        return Base64.getEncoder().encodeToString(file.build().toByteArray());
    }
}
