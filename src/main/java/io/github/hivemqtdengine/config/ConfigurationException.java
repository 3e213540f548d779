package io.github.hivemqtdengine.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration that can't be used, with everything that is wrong with it. */
public final class ConfigurationException extends Exception {

    private final transient List<Problem> problems;

    public ConfigurationException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Everything that is wrong, in the order of the file. */
    public List<Problem> problems() {
        return problems;
    }
}
