package io.github.hivemqtdengine.expression;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Constant written in the mapping.
 *
 * @param value a {@link String}, {@link Boolean}, {@link Long}, {@link java.math.BigInteger}, {@link
 *     java.math.BigDecimal} or {@code null}
 */
record Constant(@Nullable Object value) implements Expression {

    @Override
    public Stream<Reference> references() {
        return Stream.empty();
    }
}
