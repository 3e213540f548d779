package io.github.hivemqtdengine.decode;

import com.google.protobuf.WireFormat;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads Protobuf's encoding between two bytes of a payload; no length is believed before its bytes are there. */
final class ProtobufInput {

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int BITS_IN_A_BYTE = 7;

    private final byte[] payload;
    private int at;
    private int end;

    ProtobufInput(byte[] payload, int from, int to) {
        this.payload = payload;
        this.at = from;
        this.end = to;
    }

    boolean hasMore() {
        return at < end;
    }

    /** The next byte of the payload. */
    int position() {
        return at;
    }

    /** Goes on at another byte, and ends there or behind it. */
    void moveTo(int from, int to) {
        at = from;
        end = to;
    }

    /** Ends somewhere else. @return where it would have ended */
    int endAt(int to) {
        int before = end;
        end = to;
        return before;
    }

    /** A field's number and wire type. */
    int tag() throws DecodeException {
        int start = at;
        int tag = (int) varint();
        if (WireFormat.getTagFieldNumber(tag) == 0) {
            throw malformed(start);
        }
        return tag;
    }

    /** 64 bits, or fewer that the rest is 0 of. */
    long varint() throws DecodeException {
        int start = at;
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS_IN_A_BYTE) {
            require(1);
            byte next = payload[at++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw malformed(start);
    }

    int fixed32() throws DecodeException {
        require(Integer.BYTES);
        at += Integer.BYTES;
        return (int) INTS.get(payload, at - Integer.BYTES);
    }

    long fixed64() throws DecodeException {
        require(Long.BYTES);
        at += Long.BYTES;
        return (long) LONGS.get(payload, at - Long.BYTES);
    }

    /** How many bytes follow; they are there. */
    int length() throws DecodeException {
        int start = at;
        int length = (int) varint();
        if (length < 0) {
            throw malformed(start);
        }
        require(length);
        return length;
    }

    /** Passes bytes that are there. */
    void pass(int length) {
        at += length;
    }

    /** All bytes that are left. */
    byte[] rest() {
        return Arrays.copyOfRange(payload, at, end);
    }

    /** Passes the value behind a tag; a group needs {@link #passGroup}. */
    void skip(int tag) throws DecodeException {
        switch (WireFormat.getTagWireType(tag)) {
            case WireFormat.WIRETYPE_VARINT -> varint();
            case WireFormat.WIRETYPE_FIXED32 -> fixed32();
            case WireFormat.WIRETYPE_FIXED64 -> fixed64();
            case WireFormat.WIRETYPE_LENGTH_DELIMITED -> pass(length());
            default -> throw malformed(at);
        }
    }

    /** Passes a group whose fields are known to be right. @return where the tag stands that ends it */
    int passGroup() throws DecodeException {
        int start = at;
        for (int open = 1; open > 0; ) {
            start = at;
            int tag = tag();
            switch (WireFormat.getTagWireType(tag)) {
                case WireFormat.WIRETYPE_START_GROUP -> open++;
                case WireFormat.WIRETYPE_END_GROUP -> open--;
                default -> skip(tag);
            }
        }
        return start;
    }

    private void require(int bytes) throws DecodeException {
        if (bytes > end - at) {
            throw truncated();
        }
    }

    DecodeException truncated() {
        return new DecodeException(Fault.TRUNCATED, "The payload's Protobuf message ends too early", at);
    }

    static DecodeException malformed(int position) {
        return new DecodeException(Fault.MALFORMED, "The payload is not valid Protobuf", position);
    }
}
