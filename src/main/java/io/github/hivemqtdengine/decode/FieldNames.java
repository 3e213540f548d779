package io.github.hivemqtdengine.decode;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Text form of field names that are not strings (CBOR, MessagePack). */
final class FieldNames {

    private FieldNames() {}

    /** Returns the text of a scalar; bytes are base64. */
    static String of(@Nullable Object name) {
        return name instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : String.valueOf(name);
    }
}
