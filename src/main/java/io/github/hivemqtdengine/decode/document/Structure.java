// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Document.Kept;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Object or array of a payload, as its bytes and as JSON text that is created on demand. For one thread. */
public final class Structure {

    private final byte[] payload;
    private final int from;
    private final int to;
    private final @Nullable Kept value;
    private @Nullable String text;

    /**
     * @param from index of its first byte in the payload
     * @param to index after its last byte
     * @param value value to read again for the JSON text, {@code null} if the bytes are that text
     */
    public Structure(byte[] payload, int from, int to, @Nullable Kept value) {
        this.payload = payload;
        this.from = Objects.checkFromToIndex(from, to, payload.length);
        this.to = to;
        this.value = value;
    }

    /** Returns the structure of a JSON text. */
    public static Structure ofJson(String text) {
        var utf8 = text.getBytes(StandardCharsets.UTF_8);
        return new Structure(utf8, 0, utf8.length, null);
    }

    /** Returns its bytes in the payload: JSON in UTF-8, or the encoding of a binary format. */
    public byte[] bytes() {
        return Arrays.copyOfRange(payload, from, to);
    }

    /** Returns its size in the payload in bytes. */
    public int size() {
        return to - from;
    }

    /** Returns its JSON text; bytes are base64, and numbers that JSON does not support are strings. */
    public String text() {
        if (text == null) {
            text = value == null ? new String(payload, from, to - from, StandardCharsets.UTF_8) : json(value);
        }
        return text;
    }

    private static String json(Kept value) {
        try {
            return DocumentText.of(value.again());
        } catch (DecodeException e) {
            throw new IllegalStateException("A value that was passed can't be read again", e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Structure structure && text().equals(structure.text());
    }

    @Override
    public int hashCode() {
        return text().hashCode();
    }

    @Override
    public String toString() {
        return text();
    }
}
