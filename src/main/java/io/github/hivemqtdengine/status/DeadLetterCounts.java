// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Dead letters counted by route and reason. Thread-safe. */
final class DeadLetterCounts {

    private final Map<String, Map<DeadLetterReason, LongAdder>> byRoute = new ConcurrentHashMap<>();

    /** Returns a store that counts the letters that another store keeps. */
    DeadLetters counting(DeadLetters store) {
        return new DeadLetters() {
            @Override
            public boolean keep(DeadLetter letter) throws IOException {
                boolean isKept = store.keep(letter);
                if (isKept) {
                    byRoute.computeIfAbsent(letter.routeId(), route -> new ConcurrentHashMap<>())
                            .computeIfAbsent(letter.reason(), reason -> new LongAdder())
                            .increment();
                }
                return isKept;
            }

            @Override
            public boolean sync() {
                return store.sync();
            }
        };
    }

    /** Returns the counts of a route by reason. */
    Map<String, Long> of(String routeId) {
        var counts = new TreeMap<String, Long>();
        byRoute.getOrDefault(routeId, Map.of())
                .forEach((reason, count) -> counts.put(reason.name().toLowerCase(Locale.ROOT), count.sum()));
        return counts;
    }

    /** Forgets other routes. */
    void keepOnly(Set<String> routeIds) {
        byRoute.keySet().retainAll(routeIds);
    }
}
