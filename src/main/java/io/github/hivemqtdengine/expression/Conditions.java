// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.expression.Comparisons.Equality;
import io.github.hivemqtdengine.expression.FunctionType.Arguments;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conditional functions, which evaluate no more arguments than necessary. */
final class Conditions {

    static final FunctionType AND = new FunctionType("and", 2, 2, arguments -> {
        var left = condition(arguments, 0);
        var right = condition(arguments, 1);
        return (message, fields) -> left.holds(message, fields) && right.holds(message, fields);
    });

    static final FunctionType OR = new FunctionType("or", 2, 2, arguments -> {
        var left = condition(arguments, 0);
        var right = condition(arguments, 1);
        return (message, fields) -> left.holds(message, fields) || right.holds(message, fields);
    });

    static final FunctionType NOT = new FunctionType("not", 1, 1, arguments -> {
        var denied = condition(arguments, 0);
        return (message, fields) -> !denied.holds(message, fields);
    });

    private static final FunctionType IF = new FunctionType("if", 3, 3, arguments -> {
        var condition = condition(arguments, 0);
        var then = arguments.source(1);
        var otherwise = arguments.source(2);
        return (message, fields) -> (condition.holds(message, fields) ? then : otherwise).value(message, fields);
    });

    private static final FunctionType EXISTS = new FunctionType("exists", 1, 1, arguments -> {
        var source = arguments.source(0);
        return (message, fields) -> Comparisons.isPresent(source.value(message, fields));
    });

    /** Takes pairs of a case and its result; an argument left over at the end is the default. */
    private static final FunctionType SWITCH =
            new FunctionType("switch", 3, FunctionType.ANY, arguments -> switchOf(arguments.sources()));

    private static final FunctionType ONE_OF =
            new FunctionType("one-of", 2, FunctionType.ANY, arguments -> oneOf(arguments.sources()));

    private static final FunctionType COALESCE =
            new FunctionType("coalesce", 1, FunctionType.ANY, arguments -> coalesce(arguments.sources()));

    private Conditions() {}

    static List<FunctionType> all() {
        return List.of(IF, EXISTS, SWITCH, ONE_OF, COALESCE);
    }

    private static Condition condition(Arguments arguments, int index) {
        return new Condition(arguments.source(index));
    }

    private static ValueSource switchOf(List<ValueSource> sources) {
        var equalities = equalities(sources);
        return (message, fields) -> {
            var value = sources.get(0).value(message, fields);
            int i = 1;
            for (; i + 1 < sources.size(); i += 2) {
                if (equalities.get(i).holds(value, sources.get(i).value(message, fields))) {
                    return sources.get(i + 1).value(message, fields);
                }
            }
            return i < sources.size() ? sources.get(i).value(message, fields) : Decoder.MISSING;
        };
    }

    private static List<Equality> equalities(List<ValueSource> sources) {
        return sources.stream().map(source -> new Equality()).toList();
    }

    private static ValueSource oneOf(List<ValueSource> sources) {
        var equalities = equalities(sources);
        return (message, fields) -> {
            var value = sources.get(0).value(message, fields);
            for (int i = 1; i < sources.size(); i++) {
                if (equalities.get(i).holds(value, sources.get(i).value(message, fields))) {
                    return true;
                }
            }
            return false;
        };
    }

    private static ValueSource coalesce(List<ValueSource> sources) {
        return (message, fields) -> {
            @Nullable Object value = Decoder.MISSING;
            for (var source : sources) {
                value = source.value(message, fields);
                if (Comparisons.isPresent(value)) {
                    return value;
                }
            }
            return value;
        };
    }
}
