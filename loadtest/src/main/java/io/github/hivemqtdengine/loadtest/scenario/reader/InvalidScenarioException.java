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
}
