// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubtableLimitTest {

    private static final int MANY = 20_000;

    @Test
    void shouldRefuseOneMoreNameButNotThoseThatAreKnown() throws MappingException {
        var limit = new SubtableLimit(MANY, OnError.DEAD_LETTER);
        for (int i = 0; i < MANY; i++) {
            limit.require("n_" + i);
        }

        assertThatThrownBy(() -> limit.require("one more"))
                .isInstanceOfSatisfying(MappingException.class, e -> {
                    assertThat(e.reason()).isEqualTo(DeadLetterReason.NAME);
                    assertThat(e.action()).isEqualTo(OnError.DEAD_LETTER);
                })
                .hasMessage("The subtable one more would be one more than max-sub-tables=\"20000\" allows");
        for (int i = 0; i < MANY; i++) {
            limit.require("n_" + i);
        }
    }

    @Test
    void shouldCountExactlyForSeveralThreads() throws Exception {
        var limit = new SubtableLimit(MANY, OnError.DROP);
        var threads = Executors.newFixedThreadPool(4);
        try {
            var half = MANY / 2;
            var tasks = IntStream.range(0, 4)
                    .<Callable<Long>>mapToObj(thread ->
                            () -> IntStream.range(thread * half / 2, thread * half / 2 + half)
                                    .filter(i -> catchThrowable(() -> limit.require("n_" + i)) != null)
                                    .count())
                    .toList();
            long refused = 0;
            for (var result : threads.invokeAll(tasks)) {
                refused += result.get();
            }
            assertThat(refused).isPositive();
            assertThat(IntStream.range(0, 5 * half / 2)
                            .filter(i -> catchThrowable(() -> limit.require("n_" + i)) == null)
                            .count())
                    .isEqualTo(MANY);
        } finally {
            threads.shutdownNow();
        }
    }
}
