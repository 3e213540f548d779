package io.github.hivemqtdengine.decode;

import java.util.List;

/** How it is known by which codecs a payload was compressed. */
public enum Compression {
    /** It was not. */
    NONE,
    GZIP,
    ZLIB,
    /** Raw, framed, or as snappy-java writes it. */
    SNAPPY,
    ZSTD,
    /** Frames of LZ4. */
    LZ4,
    /** The message says so. */
    CONTENT_ENCODING,
    /** The message says so, or else the first bytes of the payload. */
    AUTO;

    /** What has to be undone, in this order. */
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
        return contentEncoding == null ? otherwise : ContentEncoding.codecs(contentEncoding);
    }
}
