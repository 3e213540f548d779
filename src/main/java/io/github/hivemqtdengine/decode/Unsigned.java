package io.github.hivemqtdengine.decode;

import java.math.BigInteger;

/** Numbers of 64 bits without a sign. */
final class Unsigned {

    private Unsigned() {}

    /** The number: a {@link Long}, or a {@link BigInteger} where that would have a sign. */
    static Number of(long bits) {
        return bits >= 0 ? (Number) bits : new BigInteger(Long.toUnsignedString(bits));
    }
}
