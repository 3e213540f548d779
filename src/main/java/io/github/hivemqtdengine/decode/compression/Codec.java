// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.List;
import java.util.Locale;
import org.xerial.snappy.SnappyError;

/** Compression codec of payloads. */
public enum Codec {
    /** Gzip (RFC 1952), one or more members. */
    GZIP,
    /** Zlib (RFC 1950), without a dictionary. */
    ZLIB,
    /** Framed stream or snappy-java stream, recognised by the first bytes; otherwise a raw block. */
    SNAPPY,
    /** Zstandard (RFC 8878), one or more frames. */
    ZSTD,
    /** LZ4, one or more frames. */
    LZ4;

    private static final String ADVICE =
            "; it unpacks itself into the folder for temporary files (java.io.tmpdir), which"
                    + " must allow programs to run: set -Dorg.xerial.snappy.tempdir=... for snappy or -DZstdTempFolder=... for"
                    + " zstd to a folder that does, and restart the broker";

    /** Decompression function; its contract is that of {@link #decompress}. */
    @FunctionalInterface
    public interface Undoing {
        byte[] decompress(byte[] payload, int limit) throws DecodeException;
    }

    /** Returns the codec that a payload's first bytes indicate, in a list that is empty if there is none. */
    static List<Codec> of(byte[] payload) {
        for (var codec : values()) {
            if (codec.begins(payload)) {
                return List.of(codec);
            }
        }
        return List.of();
    }

    /** Returns whether a payload's first bytes indicate this codec. */
    boolean begins(byte[] payload) {
        return switch (this) {
            case GZIP -> Magic.isAt(payload, 0, Magic.GZIP);
            case ZLIB -> Magic.isZlib(payload);
            case SNAPPY -> Magic.isAt(payload, 0, Magic.SNAPPY_FRAMED) || Magic.isAt(payload, 0, Magic.SNAPPY_XERIAL);
            case ZSTD -> Magic.isAt(payload, 0, Magic.ZSTD);
            case LZ4 -> Magic.isAt(payload, 0, Magic.LZ4);
        };
    }

    /**
     * Decompresses a payload.
     *
     * @param limit maximum decompressed size in bytes
     * @throws DecodeException if the content is larger or damaged, or the codec's library can't be loaded
     */
    public byte[] decompress(byte[] payload, int limit) throws DecodeException {
        Undoing how = switch (this) {
            case GZIP -> Inflate::gzip;
            case ZLIB -> Inflate::zlib;
            case SNAPPY -> SnappyBlocks::decompress;
            case ZSTD -> ZstdFrames::decompress;
            case LZ4 -> Lz4Frames::decompress;
        };
        return decompress(how, payload, limit);
    }

    /** Decompresses a payload and converts every error of the codec libraries to a {@link DecodeException}. */
    public byte[] decompress(Undoing how, byte[] payload, int limit) throws DecodeException {
        try {
            return how.decompress(payload, limit);
        } catch (RuntimeException e) {
            throw new DecodeException(
                    Fault.MALFORMED, "The payload can't be decompressed as " + this + " (" + e + ")", -1);
        } catch (LinkageError | SnappyError e) {
            throw new DecodeException(
                    Fault.UNSUPPORTED, "The library for " + this + " can't be loaded here (" + e + ")" + ADVICE, -1);
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
