package io.github.hivemqtdengine.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * How long tests wait for what will come. On an idle machine it is there at once; one that is slow, and busy with other
 * things, may need ten times as long, and stands still for seconds.
 */
public final class Patience {

    public static final Duration LIMIT = Duration.ofMinutes(2);

    private Patience() {}

    /** Waits for as long as that, instead of the ten seconds of the library. */
    public static ConditionFactory await() {
        return Awaitility.await().atMost(LIMIT);
    }

    /** The same with a name for what is waited for. */
    public static ConditionFactory await(String name) {
        return Awaitility.await(name).atMost(LIMIT);
    }
}
