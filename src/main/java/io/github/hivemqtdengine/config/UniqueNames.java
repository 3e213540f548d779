package io.github.hivemqtdengine.config;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Understands names of which each may be given only once; case makes no difference. */
final class UniqueNames implements Function<String, String> {

    private final UnaryOperator<String> syntax;
    private final Set<String> taken = new HashSet<>();

    UniqueNames(UnaryOperator<String> syntax) {
        this.syntax = syntax;
    }

    /** Takes a name that the file does not write, such as a default; false if it is taken already. */
    boolean take(String name) {
        return taken.add(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public String apply(String text) {
        var name = syntax.apply(text);
        if (!take(name)) {
            throw new IllegalArgumentException("is taken already (case makes no difference); choose another one");
        }
        return name;
    }
}
