// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Decompression of gzip (RFC 1952, several members), zlib (RFC 1950) and raw deflate (RFC 1951) by the JDK. */
public final class Inflate {

    /**
     * Empty member put in front of a payload's members. The constructor of {@link GZIPInputStream} reads the first
     * header; if that is invalid, it throws and leaves the native memory of its inflater to the garbage collector.
     */
    private static final byte[] EMPTY_MEMBER =
            HexFormat.of().parseHex("1f8b0800000000000000" + "0300" + "0000000000000000");

    private static final int GZIP_TRAILER = 8;

    /** Minimum size of a member in bytes; the JDK's stream looks for no header in fewer. */
    private static final int SHORTEST_MEMBER = 18;

    private static final int FLAGS = 3;
    private static final int HEADER_CHECKSUM = 2;

    private Inflate() {}

    static byte[] gzip(byte[] payload, int limit) throws DecodeException {
        byte[] members = Arrays.copyOf(EMPTY_MEMBER, EMPTY_MEMBER.length + payload.length);
        System.arraycopy(payload, 0, members, EMPTY_MEMBER.length, payload.length);
        try (var stream = new Gzip(members)) {
            byte[] content = content(stream, stream.inflater(), payload.length, limit);
            // unless another header follows, the stream ends before the last trailer
            int end = payload.length - stream.inflater().getRemaining() + GZIP_TRAILER;
            if (isHeaderCut(payload, end)) {
                throw endsTooEarly(payload.length);
            }
            if (end < payload.length || payload.length == 0) {
                throw new DecodeException(Fault.MALFORMED, "There is no gzip header", end);
            }
            return content;
        } catch (IOException e) {
            throw new IllegalStateException(e); // the first member is EMPTY_MEMBER
        }
    }

    /** Returns whether the payload ends within the header of a member, which the JDK's stream ignores. */
    private static boolean isHeaderCut(byte[] payload, int start) {
        boolean mayBeWrong =
                payload.length - start >= SHORTEST_MEMBER && (payload[start + FLAGS] & HEADER_CHECKSUM) != 0;
        return Magic.isAt(payload, start, Magic.GZIP) && !mayBeWrong;
    }

    private static DecodeException endsTooEarly(int length) {
        return new DecodeException(Fault.TRUNCATED, "The compressed payload ends too early", length);
    }

    static byte[] zlib(byte[] payload, int limit) throws DecodeException {
        var inflater = new Inflater();
        try {
            byte[] content = content(stream(payload, inflater), inflater, payload.length, limit);
            int end = payload.length - inflater.getRemaining();
            if (inflater.needsDictionary()) {
                throw new DecodeException(
                        Fault.UNSUPPORTED, "The payload was deflated with a dictionary, which is not supported", end);
            }
            if (end < payload.length) {
                throw new DecodeException(
                        Fault.MALFORMED, "The payload has data after the end of the zlib stream", end);
            }
            return content;
        } finally {
            inflater.end();
        }
    }

    /** Decompresses raw deflate; bytes after its end are ignored, since some writers append a part of a checksum. */
    public static byte[] bare(byte[] payload, int limit) throws DecodeException {
        var inflater = new Inflater(true);
        try {
            return content(stream(payload, inflater), inflater, payload.length, limit);
        } finally {
            inflater.end();
        }
    }

    /** Returns a stream whose buffer holds the whole payload, so that the inflater knows the number of bytes left. */
    private static InflaterInputStream stream(byte[] payload, Inflater inflater) {
        return new InflaterInputStream(new ByteArrayInputStream(payload), inflater, payload.length + 1);
    }

    private static byte[] content(InflaterInputStream stream, Inflater inflater, int length, int limit)
            throws DecodeException {
        var output = new LimitedOutput(limit, 4L * length);
        try {
            output.append(stream);
        } catch (EOFException e) {
            throw endsTooEarly(length);
        } catch (IOException e) {
            throw new DecodeException(
                    Fault.MALFORMED,
                    "The deflated bytes are damaged: " + e.getMessage(),
                    length - inflater.getRemaining());
        }
        return output.toBytes();
    }

    private static final class Gzip extends GZIPInputStream {

        /** Creates a stream whose buffer holds all members, so that the inflater knows the number of bytes left. */
        Gzip(byte[] members) throws IOException {
            super(new ByteArrayInputStream(members), members.length);
        }

        Inflater inflater() {
            return inf;
        }
    }
}
