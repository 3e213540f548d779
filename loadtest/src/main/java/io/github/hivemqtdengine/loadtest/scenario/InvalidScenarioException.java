package io.github.hivemqtdengine.loadtest.scenario;

import java.util.List;
import java.util.stream.Collectors;

/** A scenario can't run as it was written. Its message has a line for everything that is wrong with it. */
public final class InvalidScenarioException extends Exception {

    private final transient List<Problem> problems;

    InvalidScenarioException(List<Problem> problems) {
        super(problems.stream().map(Problem::sentence).collect(Collectors.joining(System.lineSeparator())));
        this.problems = List.copyOf(problems);
    }

    /** At least one. */
    public List<Problem> problems() {
        return problems;
    }
}
