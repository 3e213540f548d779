// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Times at which the next message of each client is due, in 2 MiB. A client is known by a hash of its id, so that the
 * length of ids does not matter; the hash has a secret part, so that clients cannot choose ids of the same place. If
 * all places for a hash are taken, the client gets the place of the client whose message is due first, with its time:
 * no client evades its limit by the number of clients. Only {@link #hash} is thread-safe.
 */
final class ClientDueTimes {

    private static final int SETS = 1 << 14;
    private static final int PLACES_PER_SET = 8;
    static final int PLACES = SETS * PLACES_PER_SET;

    private final byte[] secret = new byte[16];
    private final long[] hashes = new long[PLACES];
    private final long[] dueTimes = new long[PLACES];

    /** @param now the time at which a first message of each client is due, by {@link System#nanoTime} */
    ClientDueTimes(long now) {
        new SecureRandom().nextBytes(secret);
        Arrays.fill(dueTimes, now);
    }

    long hash(String clientId) {
        var digest = Sha256.newDigest();
        digest.update(secret);
        return ByteBuffer.wrap(digest.digest(clientId.getBytes(StandardCharsets.UTF_8)))
                .getLong();
    }

    /** Returns the place of a client, or else the place that the client gets with {@link #put}. */
    int place(long hash) {
        int first = (int) (hash & (SETS - 1)) * PLACES_PER_SET;
        int earliest = first;
        for (int place = first; place < first + PLACES_PER_SET; place++) {
            if (hashes[place] == hash) {
                return place;
            }
            if (dueTimes[place] - dueTimes[earliest] < 0) {
                earliest = place;
            }
        }
        return earliest;
    }

    /** Returns when the next message of the client at a place is due; for an earlier client, too. */
    long due(int place) {
        return dueTimes[place];
    }

    void put(int place, long hash, long due) {
        hashes[place] = hash;
        dueTimes[place] = due;
    }
}
