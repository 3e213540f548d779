// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Compression;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.xerial.snappy.SnappyFramedInputStream;
import org.xerial.snappy.SnappyFramedOutputStream;

/**
 * Compression codecs in their standard file framing, each with magic bytes: gzip (RFC 1952), Snappy's framing format
 * (not the raw block or snappy-java's own stream), zstd frame (RFC 8878) and LZ4 frame.
 */
enum Codec {
    GZIP,
    SNAPPY,
    ZSTD,
    LZ4;

    static Codec of(Compression compression) {
        return switch (compression) {
            case GZIP -> GZIP;
            case SNAPPY -> SNAPPY;
            case ZSTD -> ZSTD;
            case LZ4 -> LZ4;
            case NONE -> throw new IllegalArgumentException("Nothing is compressed");
        };
    }

    byte[] compress(byte[] plain) {
        var bytes = new ByteArrayOutputStream(plain.length / 2 + 64);
        try (var stream = compressing(bytes)) {
            stream.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Decompresses the beginning.
     *
     * @param most maximum number of decompressed bytes
     */
    byte[] expand(ByteBuffer compressed, int most) throws IOException {
        var bytes = new byte[compressed.remaining()];
        compressed.get(compressed.position(), bytes);
        try (var stream = expanding(new ByteArrayInputStream(bytes))) {
            return stream.readNBytes(most);
        }
    }

    private OutputStream compressing(OutputStream compressed) throws IOException {
        return switch (this) {
            case GZIP -> new GZIPOutputStream(compressed);
            case SNAPPY -> new SnappyFramedOutputStream(compressed);
            case ZSTD -> new ZstdOutputStream(compressed);
            case LZ4 -> new LZ4FrameOutputStream(compressed);
        };
    }

    private InputStream expanding(InputStream compressed) throws IOException {
        return switch (this) {
            case GZIP -> new GZIPInputStream(compressed);
            case SNAPPY -> new SnappyFramedInputStream(compressed);
            case ZSTD -> new ZstdInputStream(compressed);
            case LZ4 -> new LZ4FrameInputStream(compressed);
        };
    }
}
