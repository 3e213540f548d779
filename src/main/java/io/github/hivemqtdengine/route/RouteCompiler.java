// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.compression.PayloadCompression;
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
        return configured(settings, input, memory);
    }

    /**
     * Compiles the survey of a route. It compares no payloads whose fields no publisher has named, such as client
     * events.
     *
     * @param maxBytes maximum size of a payload after decompression; larger ones can't be decoded
     */
    public static PayloadSurvey survey(RouteSettings settings, int maxBytes) {
        if (!settings.payload().format().hasPublishersNames()
                || settings.sources().contains(MessageSource.CLIENT_EVENTS)) {
            return PayloadSurvey.NONE;
        }
        var compression = settings.payload().compression();
        var limited = new PayloadCompression(compression.compression(), Math.min(compression.maxBytes(), maxBytes));
        return configured(settings, PayloadInput.of(limited), null).survey();
    }

    private static ConfiguredRoute configured(
            RouteSettings settings, PayloadInput input, @Nullable RouteMemory memory) {
        var statement = settings.statement();
        return statement == null
                ? MappedRoute.of(settings, input, memory)
                : StatementRoute.of(settings, statement, input);
    }
}
