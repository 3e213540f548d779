// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.memory;

import java.security.SecureRandom;

/**
 * Hash of names that clients choose. Its secret salt keeps them from choosing names of equal hashes: two names have one
 * with a probability of about 2^-60. Thread-safe.
 */
public final class SaltedHash {

    private final long salt = new SecureRandom().nextLong();
    private final long multiplier = new SecureRandom().nextLong() >>> 1 | 1;

    public long of(String name) {
        return add(salt, name);
    }

    public long of(String superTable, String subtable) {
        return add(add(salt, superTable), subtable);
    }

    /** Returns a hash of a hash and a number that clients choose. */
    public long of(long hash, long number) {
        return mix(mix(hash ^ number) ^ salt);
    }

    private long add(long before, String name) {
        int length = name.length();
        long hash = mix(before ^ length);
        int i = 0;
        for (; i + 3 < length; i += 4) {
            long first = name.charAt(i) | (long) name.charAt(i + 1) << 16;
            long second = name.charAt(i + 2) | (long) name.charAt(i + 3) << 16;
            hash = mix(hash ^ first ^ second << 32);
        }
        long rest = 0;
        for (; i < length; i++) {
            rest = rest << 16 | name.charAt(i);
        }
        return mix(hash ^ rest);
    }

    /** Combines the halves of the unsigned product; those of the signed one are nearly equal for x and -x. */
    private long mix(long value) {
        long high = Math.multiplyHigh(value, multiplier) + (value >> (Long.SIZE - 1) & multiplier);
        return high ^ value * multiplier;
    }
}
