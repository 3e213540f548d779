// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

/**
 * Error in a scenario.
 *
 * @param source file name, or {@code command line}
 * @param line line in the file, from 1; 0 if there is none
 * @param key key or option, as written
 * @param value offending value
 * @param rule the expected syntax, like {@code must be true or false}
 * @param suggestion empty if there is none
 */
public record Problem(String source, int line, String key, String value, String rule, String suggestion) {

    /** Returns the problem as one line. */
    public String sentence() {
        var place = line == 0 ? source : source + ":" + line;
        var end = suggestion.isEmpty() ? "" : "; " + suggestion;
        return place + " " + key + " \"" + value + "\" " + rule + end;
    }
}
