package io.github.hivemqtdengine.decode;

import com.google.protobuf.BoolValue;
import com.google.protobuf.BytesValue;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DoubleValue;
import com.google.protobuf.Duration;
import com.google.protobuf.FloatValue;
import com.google.protobuf.Int32Value;
import com.google.protobuf.Int64Value;
import com.google.protobuf.ListValue;
import com.google.protobuf.StringValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Timestamp;
import com.google.protobuf.UInt32Value;
import com.google.protobuf.UInt64Value;
import com.google.protobuf.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The message types of {@code google.protobuf} that stand for a value of their own. */
final class WellKnownTypes {

    private static final Map<String, Descriptor> DESCRIPTORS = Stream.of(
                    Timestamp.getDescriptor(),
                    Duration.getDescriptor(),
                    Struct.getDescriptor(),
                    ListValue.getDescriptor(),
                    Value.getDescriptor(),
                    BoolValue.getDescriptor(),
                    BytesValue.getDescriptor(),
                    StringValue.getDescriptor(),
                    Int32Value.getDescriptor(),
                    Int64Value.getDescriptor(),
                    UInt32Value.getDescriptor(),
                    UInt64Value.getDescriptor(),
                    FloatValue.getDescriptor(),
                    DoubleValue.getDescriptor())
            .collect(Collectors.toMap(Descriptor::getFullName, descriptor -> descriptor));

    private WellKnownTypes() {}

    /** What messages of a type stand for; one that only has the name of a well-known type stands for its fields. */
    static ProtobufMeaning meaning(Descriptor message) {
        var wellKnown = DESCRIPTORS.get(message.getFullName());
        if (wellKnown == null || !shape(wellKnown).equals(shape(message))) {
            return ProtobufMeaning.FIELDS;
        }
        return switch (message.getName()) {
            case "Timestamp" -> ProtobufMeaning.TIMESTAMP;
            case "Duration" -> ProtobufMeaning.DURATION;
            default -> ProtobufMeaning.VALUE;
        };
    }

    private static List<Shape> shape(Descriptor message) {
        return message.getFields().stream().map(Shape::of).toList();
    }

    /** What decides how a field is read. */
    private record Shape(int number, FieldDescriptor.Type type, boolean isRepeated, boolean hasPresence) {

        static Shape of(FieldDescriptor field) {
            return new Shape(field.getNumber(), field.getType(), field.isRepeated(), field.hasPresence());
        }
    }
}
