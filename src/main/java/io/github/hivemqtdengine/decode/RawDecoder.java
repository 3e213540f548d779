package io.github.hivemqtdengine.decode;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes a payload as it is: one record of up to three fields, whatever their scope. */
public final class RawDecoder implements Decoder {

    /** The payload as text. */
    public static final String TEXT = "";

    /** How the payload became text: {@code text}, {@code base64} or {@code hex}. */
    public static final String ENCODING = "/encoding";

    /** The payload as {@code byte[]}. */
    public static final String BYTES = "/bytes";

    private final RawEncoding encoding;
    private final List<String> fields;

    /**
     * A decoder for some fields.
     *
     * @param encoding how the bytes become text
     * @throws IllegalArgumentException if a field is none of {@link #TEXT}, {@link #ENCODING} and {@link #BYTES}
     */
    public RawDecoder(RawEncoding encoding, List<FieldPath> fields) {
        this.encoding = encoding;
        this.fields = fields.stream().map(FieldPath::pointer).toList();
        if (!List.of(TEXT, ENCODING, BYTES).containsAll(this.fields)) {
            throw new IllegalArgumentException("A raw payload has no fields; use ${payload}, or the format json");
        }
    }

    @Override
    public List<@Nullable Object[]> decode(byte[] payload) throws DecodeException {
        var encoded = encoding.encode(payload);
        var record = new @Nullable Object[fields.size()];
        for (int i = 0; i < record.length; i++) {
            record[i] = switch (fields.get(i)) {
                case TEXT -> encoded.text();
                case ENCODING -> encoded.encoding().label();
                default -> payload;
            };
        }
        return Collections.singletonList(record);
    }
}
