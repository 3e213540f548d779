package io.github.hivemqtdengine.loadtest.scenario;

import java.util.Map;

/**
 * How a scenario runs otherwise than its file says.
 *
 * @param smoke whether it shall take a few seconds only: {@code x.smoke.} keys count
 * @param overrides keys and their values, which count more than all others; an empty value takes the key away
 */
public record Variation(boolean smoke, Map<String, String> overrides) {

    /** As the file says. */
    public static final Variation NONE = new Variation(false, Map.of());

    /** In a few seconds. */
    public static final Variation SMOKE = new Variation(true, Map.of());

    public Variation {
        overrides = Map.copyOf(overrides);
    }

    /** Whether others take turns than the file says. */
    boolean replacesModes() {
        return overrides.containsKey(ScenarioKey.MODES.word());
    }
}
