package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import org.jspecify.annotations.Nullable;

/**
 * A field that a mapping reads, as one record of a payload has it.
 *
 * @param value one of a {@link Decoder}'s types
 */
public record DecodedField(FieldPath path, @Nullable Object value) {}
