// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Record of the log of births.
 *
 * @param key the node; no group and node for a record of all nodes
 * @param device {@code null} for the node itself
 * @param arrival time of arrival, epoch microseconds
 * @param bdSeq number of the session, -1 if unknown
 * @param until last time of arrival that a certificate applies to, {@link #NEVER} if it is current
 * @param diedAt arrival of the first DEATH certificate that ended the session, {@link #NEVER} if there is none
 * @param payload encoded names of a {@link Kind#BIRTH}, the reference of a {@link Kind#SAME}, else empty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record BirthRecord(
        Kind kind,
        NodeKey key,
        @Nullable String device,
        long arrival,
        long bdSeq,
        long until,
        long diedAt,
        byte[] payload) {

    /** Time that never comes. */
    static final long NEVER = Long.MAX_VALUE;

    /** Payload without names. */
    static final byte[] NOTHING = {};

    /** Bytes before the body of a framed record. */
    static final int HEADER = 3 * Integer.BYTES;

    /** Longest body, bytes: a payload at its limit and long names. */
    private static final int LONGEST = 32 * 1_024 * 1_024;

    private static final int FIXED_BYTES = 2 + 4 * Long.BYTES + 4 * Integer.BYTES;

    /** Kind of a record, with its code in the log. */
    enum Kind {
        /** BIRTH with its names. */
        BIRTH(1),
        /** BIRTH with the names of an earlier one of the node or device. */
        SAME(2),
        /** BIRTH that cannot be read, or was lost. */
        UNREADABLE(3),
        /** BIRTHs that were ignored. */
        IGNORED(4),
        /** NDEATH without a known NBIRTH. */
        UNBORN(5),
        /** DEATH of a node or device. */
        DEATH(6),
        /** End of the certificates of a node or device: its next ones may be lost. */
        END(7),
        /** End of all certificates, either those of copied spools or the others. */
        END_ALL(8),
        /** Arrival until which the certificates of a node or device may be incomplete. */
        FORGOTTEN(9);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static Kind of(int code) {
            return Arrays.stream(values())
                    .filter(kind -> kind.code == code)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("No record of births has the kind " + code));
        }
    }

    /** Returns the payload of a {@link Kind#SAME}. */
    static byte[] reference(long arrival) {
        return ByteBuffer.allocate(Long.BYTES).putLong(arrival).array();
    }

    /** Returns the arrival of the certificate whose names a {@link Kind#SAME} has. */
    long reference() {
        return ByteBuffer.wrap(payload).getLong();
    }

    static BirthRecord death(NodeKey key, @Nullable String device, long bdSeq, long arrival) {
        return event(Kind.DEATH, key, device, bdSeq, arrival);
    }

    static BirthRecord end(NodeKey key, @Nullable String device, long arrival) {
        return event(Kind.END, key, device, -1, arrival);
    }

    static BirthRecord endAll(long arrival, boolean areCopied) {
        return event(Kind.END_ALL, new NodeKey(areCopied ? EdgeNodes.COPIED : "", "", ""), null, -1, arrival);
    }

    static BirthRecord forgotten(NodeKey key, @Nullable String device, long arrival) {
        return event(Kind.FORGOTTEN, key, device, -1, arrival);
    }

    private static BirthRecord event(Kind kind, NodeKey key, @Nullable String device, long bdSeq, long arrival) {
        return new BirthRecord(kind, key, device, arrival, bdSeq, NEVER, NEVER, NOTHING);
    }

    /** Encodes the record after its length and check sums; the payload comes last. */
    byte[] encodeFramed() {
        var names = List.of(
                bytes(key.client()), bytes(key.group()), bytes(key.node()), bytes(device == null ? "" : device));
        int length = FIXED_BYTES + payload.length;
        for (var name : names) {
            length += name.length;
        }
        var buffer = ByteBuffer.allocate(HEADER + length).position(HEADER);
        buffer.put((byte) kind.code).put((byte) (device == null ? 0 : 1));
        buffer.putLong(arrival).putLong(bdSeq).putLong(until).putLong(diedAt);
        for (var name : names) {
            buffer.putInt(name.length).put(name);
        }
        buffer.put(payload).rewind();
        int sum = sumOf(buffer.array(), HEADER);
        return buffer.putInt(length).putInt(sumOf(length)).putInt(sum).array();
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Decodes a record.
     *
     * @throws IllegalArgumentException if it is not one, or one of a later version
     */
    static BirthRecord decode(byte[] bytes) {
        try {
            var buffer = ByteBuffer.wrap(bytes);
            var kind = Kind.of(buffer.get());
            boolean isOfDevice = buffer.get() == 1;
            long arrival = buffer.getLong();
            long bdSeq = buffer.getLong();
            long until = buffer.getLong();
            long diedAt = buffer.getLong();
            var key = new NodeKey(name(buffer), name(buffer), name(buffer));
            var device = name(buffer);
            var payload = new byte[buffer.remaining()];
            buffer.get(payload);
            return new BirthRecord(kind, key, isOfDevice ? device : null, arrival, bdSeq, until, diedAt, payload);
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw new IllegalArgumentException("Not a record of births", e);
        }
    }

    /**
     * Reads the body of a framed record.
     *
     * @throws EOFException if the rest is too short for it
     * @throws IllegalArgumentException if it is damaged
     */
    static byte[] readFramed(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (in.readInt() != sumOf(length) || length <= 0 || length > LONGEST) {
            throw new IllegalArgumentException("Not the header of a record");
        }
        int sum = in.readInt();
        var body = new byte[length];
        in.readFully(body);
        if (sum != sumOf(body, 0)) {
            throw new IllegalArgumentException("Not the body of a record");
        }
        return body;
    }

    static int sumOf(long length) {
        return sumOf(ByteBuffer.allocate(Long.BYTES).putLong(length).array(), 0);
    }

    private static int sumOf(byte[] bytes, int from) {
        var sum = new CRC32C();
        sum.update(bytes, from, bytes.length - from);
        return (int) sum.getValue();
    }

    private static String name(ByteBuffer buffer) {
        var name = new byte[Math.min(buffer.getInt(), buffer.remaining())];
        buffer.get(name);
        return new String(name, StandardCharsets.UTF_8);
    }
}
