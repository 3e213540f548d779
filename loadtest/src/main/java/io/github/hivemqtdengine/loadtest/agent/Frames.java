// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Frames of a byte stream: the length in four bytes, big-endian, followed by the content. */
final class Frames {

    private static final int LENGTH_BYTES = Integer.BYTES;

    private Frames() {}

    /**
     * Writes and flushes a frame.
     *
     * @param most longest content in bytes
     * @throws IOException if the content is longer, or the stream fails
     */
    static void write(OutputStream out, byte[] content, int most) throws IOException {
        if (content.length > most) {
            throw new IOException("A message of " + content.length + " bytes is too long, the most is " + most);
        }
        out.write(ByteBuffer.allocate(LENGTH_BYTES + content.length)
                .putInt(content.length)
                .put(content)
                .array());
        out.flush();
    }

    /**
     * Reads a frame; empty at the end of the stream.
     *
     * @param most longest content in bytes
     * @throws IOException if the stream holds something other than frames, ends within a frame, or fails
     */
    static Optional<byte[]> read(InputStream in, int most) throws IOException {
        var header = in.readNBytes(LENGTH_BYTES);
        if (header.length == 0) {
            return Optional.empty();
        }
        if (header.length < LENGTH_BYTES) {
            throw new EOFException("the connection ended within a message");
        }
        int length = ByteBuffer.wrap(header).getInt();
        if (length < 0 || length > most) {
            throw new IOException("it sent something that is no message of the load tests");
        }
        var content = new byte[length];
        new DataInputStream(in).readFully(content);
        return Optional.of(content);
    }
}
