// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/**
 * A test of a property with random values. It runs once per seed, and its parameter is the {@link RandomValues} of that seed.
 *
 * <p>The fast build runs few tries, always with the seeds 0, 1, 2 and so on. {@code -Dtest.tries=10000} runs more of them, with
 * seeds that are new in each run. {@code -Dtest.seed=17} runs the one try with that seed. The message of a failure has
 * the seed.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ParameterizedTest(name = "{0}")
@ArgumentsSource(Seeds.class)
@ExtendWith(SeedOfFailure.class)
public @interface SeededTest {

    /** Tries of a test whose tries take less than a millisecond or two. */
    int TRIES = 200;

    /**
     * The number of tries in a build, fewer than {@link #TRIES} where a try takes long. {@code -Dtest.tries} changes it in
     * proportion.
     */
    int tries() default TRIES;
}
