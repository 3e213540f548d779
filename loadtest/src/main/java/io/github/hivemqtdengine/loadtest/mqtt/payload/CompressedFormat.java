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
import java.util.OptionalLong;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.xerial.snappy.SnappyFramedInputStream;
import org.xerial.snappy.SnappyFramedOutputStream;

/**
 * Payload format with compression of the whole payload in standard file framing, each with magic bytes: gzip (RFC
 * 1952), Snappy's framing format (not the raw block or snappy-java's own stream), zstd frame (RFC 8878) and LZ4 frame.
 * A subscriber decompresses only the stamp.
 *
 * @param compression not {@code NONE}
 */
record CompressedFormat(PayloadFormat plain, Compression compression) implements PayloadFormat {

    @Override
    public PayloadSource source(int publisher) {
        var source = plain.source(publisher);
        return (message, sentMicros) -> compress(source.payload(message, sentMicros));
    }

    private byte[] compress(byte[] payload) {
        var bytes = new ByteArrayOutputStream(payload.length / 2 + 64);
        try (var stream = compressing(bytes)) {
            stream.write(payload);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private OutputStream compressing(OutputStream compressed) throws IOException {
        return switch (compression) {
            case NONE -> compressed;
            case GZIP -> new GZIPOutputStream(compressed);
            case SNAPPY -> new SnappyFramedOutputStream(compressed);
            case ZSTD -> new ZstdOutputStream(compressed);
            case LZ4 -> new LZ4FrameOutputStream(compressed);
        };
    }

    @Override
    public StampReader stamps() {
        var reader = plain.stamps();
        return (payload, stamp) -> {
            var bytes = new byte[payload.remaining()];
            payload.get(payload.position(), bytes);
            try (var stream = expanding(new ByteArrayInputStream(bytes))) {
                reader.read(ByteBuffer.wrap(stream.readNBytes(Stamp.PREFIX_BYTES)), stamp);
            } catch (IOException e) {
                stamp.clear(); // not a message of this load
            }
        };
    }

    private InputStream expanding(InputStream compressed) throws IOException {
        return switch (compression) {
            case NONE -> compressed;
            case GZIP -> new GZIPInputStream(compressed);
            case SNAPPY -> new SnappyFramedInputStream(compressed);
            case ZSTD -> new ZstdInputStream(compressed);
            case LZ4 -> new LZ4FrameInputStream(compressed);
        };
    }

    @Override
    public int records() {
        return plain.records();
    }

    @Override
    public boolean isNumbered() {
        return plain.isNumbered();
    }

    @Override
    public OptionalLong stepMicros(String member) {
        return plain.stepMicros(member);
    }
}
