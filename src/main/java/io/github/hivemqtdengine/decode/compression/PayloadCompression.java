// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.compression;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Decompression settings of payloads. Immutable and thread-safe.
 *
 * @param compression setting that determines the codecs
 * @param maxBytes maximum decompressed size of a payload in bytes, 1 to {@code 1 << 28}
 */
public record PayloadCompression(Compression compression, int maxBytes) {

    /** Default maximum decompressed size of a payload in bytes. */
    public static final int DEFAULT_MAX_BYTES = 1 << 24;

    /** Setting that leaves payloads unchanged. */
    public static final PayloadCompression NONE = new PayloadCompression(Compression.NONE, DEFAULT_MAX_BYTES);

    /**
     * Decompresses a payload; returns the same object if it is not compressed.
     *
     * @throws DecodeException if it is damaged or too large, its codec is unknown, or the codec's library can't be
     *     loaded
     */
    public Payload undo(Payload payload) throws DecodeException {
        if (compression == Compression.NONE) {
            return payload;
        }
        var codecs = compression.codecs(payload);
        if (codecs.isEmpty()) {
            return payload;
        }
        byte[] bytes = payload.bytes();
        for (var codec : codecs) {
            bytes = codec.decompress(bytes, maxBytes);
        }
        return new Payload(bytes, payload.contentType(), null, payload.arrivalMicros(), payload.context());
    }

    /** Compression settings: none, a fixed codec, or codecs taken from the message. */
    public enum Compression {
        /** No compression. */
        NONE,
        GZIP,
        ZLIB,
        /** Raw block, framed stream or snappy-java stream. */
        SNAPPY,
        ZSTD,
        /** LZ4 frames. */
        LZ4,
        /** The user property {@code content-encoding} of the message; no compression without it. */
        CONTENT_ENCODING,
        /** The user property {@code content-encoding}, or the first bytes of the payload if the property is missing. */
        AUTO;

        private static final int MOST = 3;
        private static final String IDENTITY = "identity";

        private static final Map<String, Codec> CODECS = Map.of(
                "gzip", Codec.GZIP,
                "x-gzip", Codec.GZIP,
                "deflate", Codec.ZLIB,
                "zlib", Codec.ZLIB,
                "snappy", Codec.SNAPPY,
                "x-snappy-framed", Codec.SNAPPY,
                "zstd", Codec.ZSTD,
                "lz4", Codec.LZ4);

        /** Returns the codecs in the order in which to decompress. */
        List<Codec> codecs(Payload payload) throws DecodeException {
            return switch (this) {
                case NONE -> List.of();
                case GZIP -> List.of(Codec.GZIP);
                case ZLIB -> List.of(Codec.ZLIB);
                case SNAPPY -> List.of(Codec.SNAPPY);
                case ZSTD -> List.of(Codec.ZSTD);
                case LZ4 -> List.of(Codec.LZ4);
                case CONTENT_ENCODING -> said(payload, List.of());
                case AUTO -> said(payload, Codec.of(payload.bytes()));
            };
        }

        private static List<Codec> said(Payload payload, List<Codec> otherwise) throws DecodeException {
            var contentEncoding = payload.contentEncoding();
            return contentEncoding == null ? otherwise : codecs(contentEncoding);
        }

        /**
         * Parses a {@code content-encoding} as HTTP defines it (RFC 9110, 8.4), with further names in common use.
         *
         * @param text comma-separated names in the order in which the codecs were applied
         * @throws DecodeException if a name is unknown, or there are more than three
         */
        private static List<Codec> codecs(String text) throws DecodeException {
            var words = Arrays.stream(text.split(",", MOST + 2))
                    .map(word -> word.strip().toLowerCase(Locale.ROOT))
                    .filter(word -> !word.isEmpty() && !word.equals(IDENTITY))
                    .toList();
            if (words.size() > MOST) {
                throw new DecodeException(Fault.LIMIT, "The content-encoding has more than " + MOST + " parts", -1);
            }
            var codecs = new ArrayList<Codec>(words.size());
            for (var word : words) {
                codecs.add(codec(word));
            }
            Collections.reverse(codecs);
            return codecs;
        }

        private static Codec codec(String word) throws DecodeException {
            var codec = CODECS.get(word);
            if (codec == null) {
                throw new DecodeException(
                        Fault.UNSUPPORTED,
                        "The content-encoding is none of gzip, x-gzip, deflate, zlib, snappy, x-snappy-framed, zstd, lz4 and"
                                + " identity",
                        -1);
            }
            return codec;
        }
    }
}
