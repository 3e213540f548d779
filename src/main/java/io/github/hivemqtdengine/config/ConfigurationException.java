// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Reports a configuration that can't be used, with all its problems. */
public final class ConfigurationException extends Exception {

    private final transient List<Problem> problems;

    public ConfigurationException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Returns all problems, in the order of the file. */
    public List<Problem> problems() {
        return problems;
    }
}
