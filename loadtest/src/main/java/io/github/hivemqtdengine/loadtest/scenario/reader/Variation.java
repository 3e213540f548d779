// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import java.util.Map;

/**
 * Changes to a scenario file.
 *
 * @param smoke whether the run takes only a few seconds: {@code x.smoke.} keys apply
 * @param overrides keys and values that override all others; an empty value removes the key
 */
public record Variation(boolean smoke, Map<String, String> overrides) {

    /** No changes. */
    public static final Variation NONE = new Variation(false, Map.of());

    /** Smoke run of a few seconds. */
    public static final Variation SMOKE = new Variation(true, Map.of());

    public Variation {
        overrides = Map.copyOf(overrides);
    }

    /** Returns whether the file's modes are replaced. */
    boolean replacesModes() {
        return overrides.containsKey("x.modes");
    }
}
