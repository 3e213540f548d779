// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Empty;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Utf8;
import io.github.hivemqtdengine.decode.document.Document;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Validation pass over a message before any object is built. It checks the encoding, text, times, nesting, and the
 * number of objects that protobuf-java would build at once, and reports the byte of an error.
 */
final class ProtobufCheck {

    /** Maximum number of map entries and groups in a message, which take memory however few bytes they have. */
    static final int MAX_OBJECTS = 100_000;

    private static final int LONGEST_NUMBER = 10;
    private static final Descriptor UNKNOWN = Empty.getDescriptor();

    private final byte[] payload;
    private final int start;
    private final CodedInputStream in;

    /** Position of the number that was read last. */
    private int numberAt;

    private int objects;

    /** @param start position of the first byte to read */
    ProtobufCheck(byte[] payload, int start) {
        this.payload = payload;
        this.start = start;
        this.in = CodedInputStream.newInstance(payload, start, payload.length - start);
    }

    /** Returns the position of the next byte in the payload. */
    int position() {
        return start + in.getTotalBytesRead();
    }

    /** Reads the length of the next message, and requires that many bytes to be left. */
    int length() throws DecodeException {
        try {
            return readLength();
        } catch (IOException e) {
            throw fault();
        }
    }

    /**
     * Checks the next message.
     *
     * @param level number of objects and arrays around its fields, including the message itself
     * @return the message's bytes
     */
    ByteString checked(Descriptor type, int length, int level) throws DecodeException {
        int from = position();
        try {
            int outer = in.pushLimit(length);
            message(type, 0, level);
            in.popLimit(outer);
        } catch (IOException e) {
            throw fault();
        }
        return bytes(from, position());
    }

    private ByteString bytes(int from, int to) {
        return UnsafeByteOperations.unsafeWrap(payload, from, to - from);
    }

    /** @param group field number if the message is a group, otherwise 0 */
    private void message(Descriptor type, int group, int level) throws IOException, DecodeException {
        if (level >= Document.MAX_DEPTH) { // the fields may be arrays
            throw limit("The payload nests deeper than " + Document.MAX_DEPTH + " levels");
        }
        int from = position();
        int to = -1;
        while (to < 0 && hasMore()) {
            int tag = (int) number();
            int number = WireFormat.getTagFieldNumber(tag);
            boolean isEnd = WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_END_GROUP;
            if (number == 0 || (isEnd && number != group)) {
                throw malformed(numberAt);
            }
            if (isEnd) {
                to = numberAt;
            } else {
                field(fieldOf(type, tag), tag, level);
            }
        }
        if (to < 0 && group != 0) {
            throw truncated();
        }
        ProtobufMeaning.of(type).check(bytes(from, to < 0 ? position() : to), from);
    }

    /** Returns the field of a tag, or {@code null} if it is unknown or its values have another wire type. */
    private static @Nullable FieldDescriptor fieldOf(Descriptor type, int tag) {
        var field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
        int wireType = WireFormat.getTagWireType(tag);
        boolean isOfType = field != null
                && (wireType == field.getLiteType().getWireType()
                        || (wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED && field.isPackable()));
        return isOfType ? field : null;
    }

    private void field(@Nullable FieldDescriptor field, int tag, int level) throws IOException, DecodeException {
        int wireType = WireFormat.getTagWireType(tag);
        boolean isGroup = wireType == WireFormat.WIRETYPE_START_GROUP;
        boolean isMap = field != null && field.isMapField();
        if (field != null && (isGroup || isMap)) {
            count();
        }
        int inner = level + (field != null && field.isRepeated() && !isMap ? 2 : 1);
        var message = field != null && ProtobufType.isMessage(field) ? field.getMessageType() : null;
        if (isGroup) {
            message(message == null ? UNKNOWN : message, WireFormat.getTagFieldNumber(tag), inner);
        } else if (wireType == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
            int outer = in.pushLimit(readLength());
            if (message == null) {
                scalars(field);
            } else {
                message(message, 0, inner);
            }
            in.popLimit(outer);
        } else {
            scalar(wireType);
        }
    }

    /** Checks packed numbers, text or bytes. */
    private void scalars(@Nullable FieldDescriptor field) throws IOException, DecodeException {
        if (field != null && field.isPackable()) {
            while (hasMore()) {
                scalar(field.getLiteType().getWireType());
            }
        } else if (field != null && field.getJavaType() == JavaType.STRING) {
            Utf8.require(payload, position(), position() + in.getBytesUntilLimit());
        }
        in.skipRawBytes(in.getBytesUntilLimit());
    }

    private void scalar(int wireType) throws IOException, DecodeException {
        switch (wireType) {
            case WireFormat.WIRETYPE_VARINT -> number();
            case WireFormat.WIRETYPE_FIXED32 -> in.skipRawBytes(required(Integer.BYTES));
            case WireFormat.WIRETYPE_FIXED64 -> in.skipRawBytes(required(Long.BYTES));
            default -> throw malformed(position());
        }
    }

    private void count() throws DecodeException {
        objects++;
        if (objects > MAX_OBJECTS) {
            throw limit("The payload has more than " + MAX_OBJECTS + " entries of maps and groups");
        }
    }

    private long number() throws IOException, DecodeException {
        numberAt = position();
        long number = in.readRawVarint64();
        if (payload[position() - 1] < 0) { // the library accepts a tenth byte with a continuation bit
            throw malformed(numberAt);
        }
        return number;
    }

    private int readLength() throws IOException, DecodeException {
        int length = (int) number();
        if (length < 0) {
            throw malformed(numberAt);
        }
        return required(length);
    }

    private int required(int bytes) throws DecodeException {
        if (bytes > in.getBytesUntilLimit()) {
            throw truncated();
        }
        return bytes;
    }

    private boolean hasMore() {
        return in.getBytesUntilLimit() > 0;
    }

    /** Returns the failure of the number that was read last; all other input is checked before it is read. */
    private DecodeException fault() {
        boolean isCut = !hasMore() && position() - numberAt < LONGEST_NUMBER;
        return isCut ? truncated() : malformed(numberAt);
    }

    private DecodeException truncated() {
        return new DecodeException(Fault.TRUNCATED, "The payload's Protobuf message ends too early", position());
    }

    private static DecodeException malformed(int position) {
        return new DecodeException(Fault.MALFORMED, "The payload is not valid Protobuf", position);
    }

    private DecodeException limit(String sentence) {
        return new DecodeException(Fault.LIMIT, sentence, position());
    }
}
