// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Finds rejected messages with few writes, at any position in their batch. */
class BisectionTest extends RunningPipelines {

    private static final int BATCH = 1_024;

    static Stream<Arguments> guilty() {
        return Stream.of(1, 3, 10)
                .flatMap(count -> Stream.of(
                        Arguments.of("spread", guilty(count, 7, BATCH / count)),
                        Arguments.of("adjacent in the middle", guilty(count, BATCH / 2 - count / 2, 1)),
                        Arguments.of("adjacent at the start", guilty(count, 0, 1)),
                        Arguments.of("adjacent at the end", guilty(count, BATCH - count, 1))));
    }

    private static Set<Object> guilty(int count, int first, int distance) {
        return IntStream.range(0, count)
                .mapToObj(i -> Integer.toString(first + i * distance))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest(name = "{1} {0}")
    @MethodSource("guilty")
    void shouldFindEachGuiltyMessageWithLogarithmicallyManyWrites(String where, Set<Object> guilty) {
        database.fail(FailureKind.REJECTED, rows -> rows.stream().anyMatch(row -> isAmong(guilty, row.column(0))));
        var pipeline = pipeline(settings(1, BATCH), letters::add, TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", BATCH); // before the start, so that they are one batch

        pipeline.start();

        awaitCompleted(pipeline, "a");
        assertThat(letters)
                .extracting(letter -> (Object) new String(letter.message().payload(), StandardCharsets.UTF_8))
                .containsExactlyInAnyOrderElementsOf(guilty);
        assertThat(database.values()).hasSize(BATCH - guilty.size()).doesNotContainAnyElementsOf(guilty);
        assertThat(database.writes.get(0)).hasSize(BATCH);
        assertThat(database.writes).hasSizeLessThanOrEqualTo(maxWrites(guilty.size()));
    }

    private static boolean isAmong(Set<Object> guilty, @Nullable Object value) {
        return guilty.contains(Objects.requireNonNull(value));
    }

    /** Most writes of a bisection: the batch, and two halves of each refused part. */
    private static int maxWrites(int guilty) {
        int writes = 1;
        for (int parts = 1; parts < BATCH; parts *= 2) {
            writes += 2 * Math.min(parts, guilty);
        }
        return writes;
    }
}
