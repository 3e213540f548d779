package io.github.hivemqtdengine.config.xml;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Parser of names that must be unique; case is not relevant. */
public final class UniqueNames implements Function<String, String> {

    private final UnaryOperator<String> syntax;
    private final Set<String> taken = new HashSet<>();

    public UniqueNames(UnaryOperator<String> syntax) {
        this.syntax = syntax;
    }

    /** Registers a name that is not in the file, such as a default; {@code false} if it is already used. */
    public boolean reserve(String name) {
        return taken.add(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public String apply(String text) {
        var name = syntax.apply(text);
        if (!reserve(name)) {
            throw new IllegalArgumentException("is taken already (case makes no difference); choose another one");
        }
        return name;
    }
}
