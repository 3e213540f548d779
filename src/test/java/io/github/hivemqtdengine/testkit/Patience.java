// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Time limit of tests that wait for a result. A slow and busy machine may need ten times as long as an idle one, and
 * may pause for seconds.
 */
public final class Patience {

    public static final Duration LIMIT = Duration.ofMinutes(2);

    private Patience() {}

    /** Waits for as long as that, instead of the ten seconds of the library. */
    public static ConditionFactory await() {
        return Awaitility.await().atMost(LIMIT);
    }

    /** Waits with a name for the awaited result. */
    public static ConditionFactory await(String name) {
        return Awaitility.await(name).atMost(LIMIT);
    }
}
