// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream.BLOCKSIZE;
import net.jpountz.lz4.LZ4FrameOutputStream.FLG;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyFramedOutputStream;
import org.xerial.snappy.SnappyOutputStream;

/** Codecs with which publishers compress payloads. */
public enum Compressor {
    GZIP("gzip", "gzip") {
        @Override
        OutputStream open(OutputStream target) throws IOException {
            return new GZIPOutputStream(target);
        }
    },
    ZLIB("zlib", "deflate") {
        @Override
        OutputStream open(OutputStream target) {
            return new DeflaterOutputStream(target);
        }
    },
    SNAPPY_RAW("snappy", "snappy") {
        @Override
        OutputStream open(OutputStream target) {
            return new ByteArrayOutputStream() {
                @Override
                public void close() throws IOException {
                    target.write(Snappy.compress(toByteArray()));
                }
            };
        }
    },
    SNAPPY_FRAMED("snappy", "x-snappy-framed") {
        @Override
        OutputStream open(OutputStream target) throws IOException {
            return new SnappyFramedOutputStream(target);
        }
    },
    SNAPPY_XERIAL("snappy", "snappy") {
        @Override
        OutputStream open(OutputStream target) {
            return new SnappyOutputStream(target);
        }
    },
    ZSTD("zstd", "zstd") {
        @Override
        OutputStream open(OutputStream target) throws IOException {
            return new ZstdOutputStream(target).setChecksum(true);
        }
    },
    LZ4("lz4", "lz4") {
        @Override
        OutputStream open(OutputStream target) throws IOException {
            return new LZ4FrameOutputStream(
                    target, BLOCKSIZE.SIZE_64KB, FLG.Bits.BLOCK_INDEPENDENCE, FLG.Bits.CONTENT_CHECKSUM);
        }
    };

    private static final int MIB = 1 << 20;

    private final String word;
    private final String contentEncoding;

    Compressor(String word, String contentEncoding) {
        this.word = word;
        this.contentEncoding = contentEncoding;
    }

    /** Name in a configuration. */
    public String word() {
        return word;
    }

    /** Name in a message. */
    public String contentEncoding() {
        return contentEncoding;
    }

    /** Compresses bytes. */
    public byte[] compress(byte[] bytes) {
        return written(stream -> stream.write(bytes));
    }

    /** Compresses that many MiB of zeros. */
    public byte[] zeros(int mebibytes) {
        var zeros = new byte[MIB];
        return written(stream -> {
            for (int i = 0; i < mebibytes; i++) {
                stream.write(zeros);
            }
        });
    }

    abstract OutputStream open(OutputStream target) throws IOException;

    private byte[] written(Content content) {
        var compressed = new ByteArrayOutputStream();
        try (var stream = open(compressed)) {
            content.writeTo(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    @FunctionalInterface
    private interface Content {
        void writeTo(OutputStream stream) throws IOException;
    }
}
