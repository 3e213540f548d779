// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.message.InboundMessage;

/**
 * Message of a {@link MessageLog} or of a dead letter file.
 *
 * @param number number in the log, or line in the file, from 1
 * @param routeId id of the route that accepted it; the configuration may have changed since
 * @param message the whole message
 * @param isAfterDamage whether messages are lost, since they are damaged, after the last message of the same origin before it
 */
public record LoggedMessage(long number, String routeId, InboundMessage message, boolean isAfterDamage) {

    /** Creates a message that follows the one before it. */
    public LoggedMessage(long number, String routeId, InboundMessage message) {
        this(number, routeId, message, false);
    }
}
