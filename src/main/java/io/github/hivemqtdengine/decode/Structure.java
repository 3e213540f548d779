package io.github.hivemqtdengine.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An object or array of a payload, as its bytes there and as JSON text, which is made when somebody asks. For one thread. */
public final class Structure {

    private final byte[] payload;
    private final int from;
    private final int to;
    private final @Nullable Supplier<String> json;
    private @Nullable String text;

    /** JSON text from a payload in UTF-8. */
    Structure(byte[] payload, int from, int to) {
        this(payload, from, to, null);
    }

    /**
     * @param from the first of its bytes in the payload
     * @param to behind the last one
     * @param json makes its JSON text, {@code null} if the bytes are that text
     */
    Structure(byte[] payload, int from, int to, @Nullable Supplier<String> json) {
        this.payload = payload;
        this.from = Objects.checkFromToIndex(from, to, payload.length);
        this.to = to;
        this.json = json;
    }

    /** What JSON text is about. */
    public static Structure ofJson(String text) {
        var utf8 = text.getBytes(StandardCharsets.UTF_8);
        return new Structure(utf8, 0, utf8.length);
    }

    /** As the payload has it: JSON in UTF-8, or the encoding of a binary format. */
    public byte[] bytes() {
        return Arrays.copyOfRange(payload, from, to);
    }

    /** How many bytes the payload has for it. */
    public int size() {
        return to - from;
    }

    /** As JSON: bytes are base64, and numbers that JSON does not have are texts. */
    public String text() {
        if (text == null) {
            text = json == null ? new String(payload, from, to - from, StandardCharsets.UTF_8) : json.get();
        }
        return text;
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
