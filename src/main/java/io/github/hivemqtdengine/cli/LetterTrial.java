// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterHeader;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader.Line;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Tries dead letters with a configuration, as a replay would, but stores nothing. */
final class LetterTrial {

    private final ExtensionSettings settings;
    private final RouteTable routes;

    LetterTrial(ExtensionSettings settings) {
        this.settings = settings;
        this.routes = Mapping.withRegistries(settings, GivenBirths.NONE).routes();
    }

    /**
     * Result for a letter.
     *
     * @param message the message; {@code null} if the line can't be read
     * @param problem why it would not be stored; {@code null} if it would
     */
    record Result(
            @Nullable InboundMessage message, @Nullable String problem) {

        boolean isStored() {
            return problem == null;
        }
    }

    /**
     * Tries the letter of a line.
     *
     * @param lines the reader of the line
     */
    Result of(Line<DeadLetterHeader> line, DeadLetterReader<DeadLetterHeader> lines) throws IOException {
        LoggedMessage letter;
        try {
            letter = lines.message(line, settings.capture().maxMessageBytes());
        } catch (IllegalArgumentException e) {
            return new Result(null, e.getMessage());
        }
        var message = letter.message();
        return new Result(message, problem(letter.routeId(), message));
    }

    private @Nullable String problem(String routeId, InboundMessage message) {
        var route = routes.route(routeId);
        if (route.isEmpty()) {
            return "there is no route " + routeId;
        }
        var explained = RouteExplanation.of(route.get(), settings, message);
        return explained.isStored() ? null : explained.problem();
    }
}
