// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import java.nio.ByteBuffer;

/**
 * Message that is not stored, with the reason.
 *
 * @param routeId id of the route that matched the message
 * @param message the message; whole, except for a payload that was too large to be copied
 * @param payload the whole payload, from the buffer's position to its limit, which never change
 * @param detail a sentence for the operator
 */
public record DeadLetter(
        String routeId, InboundMessage message, ByteBuffer payload, DeadLetterReason reason, String detail) {

    /** Creates a dead letter whose message has its whole payload. */
    public DeadLetter(String routeId, InboundMessage message, DeadLetterReason reason, String detail) {
        this(routeId, message, ByteBuffer.wrap(message.payload()), reason, detail);
    }
}
