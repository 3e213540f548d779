// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The seeds of a {@link SeededTest}: fixed ones, those of a longer run, or the one of a failure. */
final class Seeds implements ArgumentsProvider, AnnotationConsumer<SeededTest> {

    private static final @Nullable Long ONLY = Long.getLong("test.seed");
    private static final @Nullable Integer TRIES = Integer.getInteger("test.tries");
    private static final long FIRST = first();

    private int tries;

    private static long first() {
        if (ONLY != null || TRIES == null) {
            return 0;
        }
        long first = ThreadLocalRandom.current().nextLong(1_000_000_000_000L);
        System.out.println("The seeds of seeded tests begin at " + first + "; -Dtest.seed=... repeats a try");
        return first;
    }

    @Override
    public void accept(SeededTest test) {
        tries = TRIES == null ? test.tries() : inProportion(test.tries(), TRIES);
    }

    private static int inProportion(int tries, int wanted) {
        return Math.toIntExact(Math.max(1, (long) tries * wanted / SeededTest.TRIES));
    }

    @Override
    public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        var seeds = ONLY == null ? LongStream.range(FIRST, FIRST + tries) : LongStream.of(ONLY);
        return seeds.mapToObj(seed -> Arguments.of(new RandomValues(seed)));
    }
}
