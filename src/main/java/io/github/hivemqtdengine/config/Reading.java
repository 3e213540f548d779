package io.github.hivemqtdengine.config;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a configuration was when it was read: right or wrong, and made of which files. */
public final class Reading {

    private final @Nullable ExtensionSettings settings;
    private final List<Problem> problems;
    private final Inputs inputs;

    /** @param settings what it says, {@code null} if something is wrong with it */
    Reading(@Nullable ExtensionSettings settings, List<Problem> problems, Inputs inputs) {
        this.settings = settings;
        this.problems = problems;
        this.inputs = inputs;
    }

    /**
     * What it says.
     *
     * @throws ConfigurationException with every problem
     */
    public ExtensionSettings settings() throws ConfigurationException {
        if (settings == null) {
            throw new ConfigurationException(problems);
        }
        return settings;
    }

    /** Returns whether it is wrong, and one of its files could not be read: the file may be mounted later. */
    public boolean lacksFile() {
        return settings == null && inputs.lackFile();
    }

    /** Everything that is wrong with it, one problem per line. */
    public String problems() {
        return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
    }

    /** Whether its files hold now what they held when it was read, and are the same ones. For one thread at a time. */
    public boolean isUpToDate() {
        return inputs.areUnchanged();
    }
}
