package io.github.hivemqtdengine.decode;

import com.google.protobuf.WireFormat;
import com.google.protobuf.WireFormat.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * A field of a message type. Immutable.
 *
 * @param index its place among the fields of its message
 * @param name as the .proto file has it
 * @param hasPresence whether it is told from a default value that it isn't there
 * @param oneof which of its message's oneofs it is in, or -1
 * @param message the type of messages, {@code null} for scalars
 * @param constants of an enum, {@code null} for anything else
 */
record ProtobufField(
        int index,
        int number,
        String name,
        Count count,
        FieldType type,
        boolean hasPresence,
        int oneof,
        @Nullable ProtobufType message,
        @Nullable ProtobufConstants constants) {

    /** How many values there are. */
    enum Count {
        ONE,
        /** An array. */
        MANY,
        /** An object, whose keys and values are messages of two fields. */
        MAP
    }

    /** Whether a value behind this tag is one of the field. */
    boolean isBehind(int tag) {
        int wireType = WireFormat.getTagWireType(tag);
        boolean isPacked = wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED && count == Count.MANY && type.isPackable();
        return isPacked || wireType == type.getWireType();
    }

    /** Whether the value behind a tag of this field is several numbers in one piece. */
    boolean isPackedBehind(int tag) {
        return WireFormat.getTagWireType(tag) != type.getWireType();
    }

    /** One value of the field. */
    ProtobufValue value(byte[] payload, int from, int to) throws DecodeException {
        return message == null
                ? new ProtobufScalar(ProtobufScalar.read(this, new ProtobufInput(payload, from, to)), from)
                : message.value(ProtobufPieces.one(payload, from, to));
    }

    /** What its value is where it isn't there, and has no presence. */
    ProtobufValue absent(byte[] payload, int position) throws DecodeException {
        return message == null
                ? new ProtobufScalar(ProtobufScalar.zero(this), position)
                : message.value(ProtobufPieces.one(payload, position, position));
    }
}
