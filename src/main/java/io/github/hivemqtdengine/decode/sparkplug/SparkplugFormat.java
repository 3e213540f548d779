// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.ValueDocument;

/**
 * Payloads of Sparkplug B 3.0, and the JSON of STATE. A payload's context is a {@link SparkplugMessage}. The fields:
 *
 * <pre>
 * /type /group /node /device /timestamp /seq /bd-seq /uuid
 * /metrics[]: name alias type kind timestamp historical transient value quality properties metadata birth dataset
 *             other-properties: those except Quality
 *             kind is float, integer, unsigned, boolean, text, time, bytes or json
 * /samples[]: {timestamp, values: {name: value}}            metrics by timestamp
 * /states[]:  {device, online, cause, timestamp, bd-seq}    of BIRTH, DEATH and STATE
 * </pre>
 *
 * @param rebirth condition of rebirth requests
 */
public record SparkplugFormat(Rebirth rebirth) implements DocumentFormat {

    /** Condition under which a route requests that edge nodes send their BIRTHs again. */
    public enum Rebirth {
        NEVER,
        /** A BIRTH is missing or unreadable, or an alias is unknown. */
        WHEN_NEEDED,
        /** As {@link #WHEN_NEEDED}, and after a gap in the sequence numbers. */
        ALSO_AFTER_GAPS
    }

    /** Creates the format without rebirth requests. */
    public SparkplugFormat() {
        this(Rebirth.NEVER);
    }

    @Override
    public Document open(Payload payload) throws DecodeException {
        if (payload.context() instanceof SparkplugMessage message) {
            return new ValueDocument(MessageFields.read(payload.bytes(), message));
        }
        throw new DecodeException(Fault.UNSUPPORTED, "A payload of Sparkplug B can't be read without its topic", -1);
    }

    @Override
    public boolean isStateful() {
        return true;
    }

    /**
     * Message around a Sparkplug B payload.
     *
     * @param state state of the edge node before the message
     * @param arrivalMicros time of arrival in epoch microseconds
     * @param maxBytes maximum size of a compressed payload's content in bytes
     */
    public record SparkplugMessage(SparkplugTopic topic, NodeState state, long arrivalMicros, int maxBytes)
            implements Payload.Context {}
}
