package io.github.hivemqtdengine.loadtest.mqtt;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads MQTT 5 packets one after another, without copying them out of its buffer. */
final class PacketReader {

    static final int CONNACK = 2;
    static final int PUBLISH = 3;
    static final int PUBACK = 4;
    static final int SUBACK = 9;

    private static final int BUFFER_BYTES = 256 * 1024;

    private final InputStream in;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).limit(0);
    private int firstByte;
    private int bodyEnd;

    PacketReader(InputStream in) {
        this.in = in;
    }

    /** Waits for the next packet; {@code false} if the broker closed the connection. */
    boolean next() throws IOException {
        buffer.position(bodyEnd);
        if (!buffer.hasRemaining() && !fill()) {
            return false;
        }
        firstByte = buffer.get();
        int length = remainingLength();
        while (buffer.remaining() < length) {
            if (!fill()) {
                throw new EOFException("The broker closed the connection within a packet");
            }
        }
        bodyEnd = buffer.position() + length;
        return true;
    }

    /** The packet's type, for example {@link #PUBLISH}. */
    int type() {
        return (firstByte >>> 4) & 0xF;
    }

    /** Whether another packet begins in what was read already, so that {@link #next} hardly waits. */
    boolean moreWaits() {
        return bodyEnd < buffer.limit();
    }

    /** The reason code of a CONNACK or the first one of a SUBACK. */
    int reasonCode() {
        return buffer.get(type() == CONNACK ? buffer.position() + 1 : bodyEnd - 1) & 0xFF;
    }

    /** The first eight bytes of a PUBLISH's payload. */
    long payloadStart() {
        int at = buffer.position();
        at += 2 + Short.toUnsignedInt(buffer.getShort(at));
        if ((firstByte & 0b110) != 0) {
            at += 2;
        }
        int propertiesLength = buffer.get(at);
        if (propertiesLength < 0) {
            throw new IllegalStateException("A PUBLISH came with more properties than a loader sends");
        }
        return buffer.getLong(at + 1 + propertiesLength);
    }

    private int remainingLength() throws IOException {
        int length = 0;
        for (int shift = 0; ; shift += 7) {
            if (!buffer.hasRemaining() && !fill()) {
                throw new EOFException("The broker closed the connection within a packet");
            }
            int digit = buffer.get();
            length |= (digit & 0x7F) << shift;
            if (digit >= 0) {
                return length;
            }
        }
    }

    /** Reads more behind what is not used up yet; {@code false} at the end of the stream. */
    private boolean fill() throws IOException {
        buffer.compact();
        if (!buffer.hasRemaining()) {
            throw new IOException("A packet is larger than " + BUFFER_BYTES + " bytes");
        }
        int read = in.read(buffer.array(), buffer.position(), buffer.remaining());
        buffer.position(buffer.position() + Math.max(0, read)).flip();
        bodyEnd = 0;
        return read > 0;
    }
}
