package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import org.jspecify.annotations.Nullable;

/**
 * Field read by a mapping, with its value in one record of a payload.
 *
 * @param value a value of one of {@link Decoder}'s types
 */
public record DecodedField(FieldPath path, @Nullable Object value) {}
