package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.DeadLetter.Reason;
import java.nio.ByteBuffer;

/**
 * A message that is not taken in and becomes a dead letter of each of its routes.
 *
 * @param message the message; whole, but for a payload that was too large to be copied
 * @param payload the whole payload, from the buffer's position to its limit, which nobody moves
 * @param reason what was wrong
 * @param detail a sentence for the operator
 */
public record RejectedMessage(InboundMessage message, ByteBuffer payload, Reason reason, String detail) {

    /** A message that has its payload itself. */
    public static RejectedMessage of(InboundMessage message, Reason reason, String detail) {
        return new RejectedMessage(message, ByteBuffer.wrap(message.payload()), reason, detail);
    }

    /** The same with another time of arrival, epoch microseconds. */
    public RejectedMessage arrivedAt(long micros) {
        return new RejectedMessage(message.arrivedAt(micros), payload, reason, detail);
    }

    /** The same for another reason. */
    public RejectedMessage because(Reason other, String sentence) {
        return new RejectedMessage(message, payload, other, sentence);
    }

    /** The same without a payload that is not the message's own. */
    public RejectedMessage withoutPayload() {
        var own = ByteBuffer.wrap(message.payload());
        return payload.remaining() == own.remaining()
                ? this
                : new RejectedMessage(message, own, reason, detail + "; the payload is not kept");
    }

    DeadLetter letter(String routeId) {
        return new DeadLetter(routeId, message, payload, reason, detail);
    }
}
