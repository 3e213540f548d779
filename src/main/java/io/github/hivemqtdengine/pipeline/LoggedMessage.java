package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;

/**
 * A message of a {@link MessageLog}, or of a file of dead letters.
 *
 * @param number its number there, or its line, from 1
 * @param routeId the route that it was taken in for; the configuration may have changed since
 * @param message the message, whole
 */
public record LoggedMessage(long number, String routeId, InboundMessage message) {}
