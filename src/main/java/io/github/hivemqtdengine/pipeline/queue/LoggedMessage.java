package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.message.InboundMessage;

/**
 * Message of a {@link MessageLog} or of a dead letter file.
 *
 * @param number number in the log, or line in the file, from 1
 * @param routeId id of the route that accepted it; the configuration may have changed since
 * @param message the whole message
 */
public record LoggedMessage(long number, String routeId, InboundMessage message) {}
