// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Parser of names that must be unique. */
public final class UniqueNames implements Function<String, String> {

    private final UnaryOperator<String> syntax;
    private final UnaryOperator<String> folding;
    private final String sameNames;
    private final Set<String> taken = new HashSet<>();

    /** Creates a parser of names whose case is not relevant. */
    public UniqueNames(UnaryOperator<String> syntax) {
        this(syntax, name -> name.toLowerCase(Locale.ROOT), "case makes no difference");
    }

    private UniqueNames(UnaryOperator<String> syntax, UnaryOperator<String> folding, String sameNames) {
        this.syntax = syntax;
        this.folding = folding;
        this.sameNames = sameNames;
    }

    /** Creates a parser of ids. Prometheus has {@code _} for each hyphen in the name of a metric. */
    public static UniqueNames ofIds() {
        return new UniqueNames(
                Names::id,
                id -> id.toLowerCase(Locale.ROOT).replace('-', '_'),
                "neither case nor - instead of _ makes a difference");
    }

    /** Registers a name that is not in the file, such as a default; {@code false} if it is already used. */
    public boolean reserve(String name) {
        return taken.add(folding.apply(name));
    }

    @Override
    public String apply(String text) {
        var name = syntax.apply(text);
        if (!reserve(name)) {
            throw new IllegalArgumentException("is taken already (" + sameNames + "); choose another one");
        }
        return name;
    }
}
