// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Metadata;
import java.nio.ByteBuffer;

/**
 * Message that becomes a dead letter of each of its routes instead of being accepted.
 *
 * @param message the message; whole, except for a payload that was too large to be copied
 * @param payload the whole payload, from the buffer's position to its limit, which never change
 * @param detail a sentence for the operator
 */
public record RejectedMessage(InboundMessage message, ByteBuffer payload, DeadLetterReason reason, String detail) {

    /** Returns a rejected message that has its whole payload. */
    public static RejectedMessage of(InboundMessage message, DeadLetterReason reason, String detail) {
        return new RejectedMessage(message, ByteBuffer.wrap(message.payload()), reason, detail);
    }

    /** Returns a copy with another arrival time, epoch microseconds. */
    public RejectedMessage arrivedAt(long micros) {
        return new RejectedMessage(message.arrivedAt(micros), payload, reason, detail);
    }

    /** Returns a copy whose message has this metadata. */
    public RejectedMessage with(Metadata facts) {
        return new RejectedMessage(message.with(facts), payload, reason, detail);
    }

    /** Returns a copy with another reason. */
    public RejectedMessage because(DeadLetterReason other, String sentence) {
        return new RejectedMessage(message, payload, other, sentence);
    }

    /** Returns a copy without a payload that is not part of the message. */
    public RejectedMessage withoutPayload() {
        var own = ByteBuffer.wrap(message.payload());
        return payload.remaining() == own.remaining()
                ? this
                : new RejectedMessage(message, own, reason, detail + "; the payload is not kept");
    }

    public DeadLetter letter(String routeId) {
        return new DeadLetter(routeId, message, payload, reason, detail);
    }
}
