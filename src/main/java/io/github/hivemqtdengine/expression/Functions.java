// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Functions that a mapping can call, by name. */
public final class Functions {

    private static final Map<String, FunctionType> BY_NAME = Stream.of(
                    Conditions.all(), TypeFunctions.all(), TextFunctions.all(), Arithmetic.all(), TimeFunctions.all())
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableMap(FunctionType::name, Function.identity()));

    private Functions() {}

    static Optional<FunctionType> of(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    public static Collection<String> names() {
        return BY_NAME.keySet();
    }
}
