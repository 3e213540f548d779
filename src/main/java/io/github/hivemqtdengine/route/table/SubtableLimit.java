// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.memory.SaltedHash;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limit for the subtables of a table, of those that rows have named since the start: every topic, or name in a payload,
 * may be another one. It keeps a salted hash of each name, about 60 bytes. Thread-safe; a known name needs no lock.
 */
final class SubtableLimit {

    private final int limit;
    private final OnError onError;
    private final Set<Long> known = ConcurrentHashMap.newKeySet();
    private final SaltedHash salted = new SaltedHash();

    /** @param onError the action for rows of one more subtable */
    SubtableLimit(int limit, OnError onError) {
        this.limit = limit;
        this.onError = onError;
    }

    /** @throws MappingException if the name is new, and one too many */
    void require(String name) throws MappingException {
        long hash = salted.of(name);
        if (!known.contains(hash) && !add(hash)) {
            throw new MappingException(
                    DeadLetterReason.NAME,
                    "The subtable " + name + " would be one more than max-sub-tables=\"" + limit + "\" allows",
                    onError);
        }
    }

    private synchronized boolean add(long hash) {
        return known.contains(hash) || (known.size() < limit && known.add(hash));
    }
}
