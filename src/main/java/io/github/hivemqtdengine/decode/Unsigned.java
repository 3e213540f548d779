package io.github.hivemqtdengine.decode;

import java.math.BigInteger;

/** Unsigned numbers of 64 bits. */
final class Unsigned {

    private Unsigned() {}

    /** Returns the number: a {@link Long}, or a {@link BigInteger} if it exceeds {@link Long#MAX_VALUE}. */
    static Number of(long bits) {
        return bits >= 0 ? (Number) bits : new BigInteger(Long.toUnsignedString(bits));
    }
}
