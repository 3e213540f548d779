// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.util.Locale;

/** Program that generates the load of a scenario. */
public enum LoaderProgram {
    /** This suite's own loader. */
    OWN,
    /** The real mqttloader. */
    MQTTLOADER;

    /**
     * Returns the program named by a word of a scenario file.
     *
     * @throws IllegalArgumentException if there is none
     */
    static LoaderProgram ofWord(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
