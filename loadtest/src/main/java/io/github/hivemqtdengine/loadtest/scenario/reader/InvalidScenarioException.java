// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import java.util.List;
import java.util.stream.Collectors;

/** Invalid scenario. The message has one line for each problem. */
public final class InvalidScenarioException extends Exception {

    private final transient List<Problem> problems;

    public InvalidScenarioException(List<Problem> problems) {
        super(problems.stream().map(Problem::sentence).collect(Collectors.joining(System.lineSeparator())));
        this.problems = List.copyOf(problems);
    }

    /** Returns at least one problem. */
    public List<Problem> problems() {
        return problems;
    }

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
}
