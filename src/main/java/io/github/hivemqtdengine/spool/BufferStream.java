package io.github.hivemqtdengine.spool;

import java.io.InputStream;
import java.nio.ByteBuffer;

/** The bytes of a buffer from its position, which moves, to its limit. Not for many threads. */
final class BufferStream extends InputStream {

    private static final int END = -1;

    private final ByteBuffer bytes;

    BufferStream(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read() {
        return bytes.hasRemaining() ? bytes.get() & 0xff : END;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        if (length > 0 && !bytes.hasRemaining()) {
            return END;
        }
        int count = Math.min(length, bytes.remaining());
        bytes.get(to, offset, count);
        return count;
    }
}
