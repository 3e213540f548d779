package io.github.hivemqtdengine.decode;

import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** What fields are called whose names are no texts. */
final class FieldNames {

    private FieldNames() {}

    /** The text of a scalar; bytes are Base64. */
    static String of(@Nullable Object name) {
        return name instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : String.valueOf(name);
    }
}
