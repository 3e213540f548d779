// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.route.stage.PayloadInput;
import io.github.hivemqtdengine.route.stage.RouteMemory;
import org.jspecify.annotations.Nullable;

/** Compiles settings to routes. */
public final class RouteCompiler {

    private RouteCompiler() {}

    /** Compiles a route without a memory, of a payload format without a state. */
    public static Route compile(RouteSettings settings) {
        return compile(settings, PayloadInput.of(settings.payload().compression()), null);
    }

    /**
     * Compiles a route.
     *
     * @param input stage before the decoder
     * @param memory memory of the database; {@code null} for a tool, whose messages are not compared with earlier ones
     * @throws IllegalArgumentException with a sentence for the user if the settings contradict each other, for example
     *     if a default does not fit its column
     */
    public static Route compile(RouteSettings settings, PayloadInput input, @Nullable RouteMemory memory) {
        var statement = settings.statement();
        return statement == null
                ? MappedRoute.of(settings, input, memory)
                : StatementRoute.of(settings, statement, input);
    }
}
