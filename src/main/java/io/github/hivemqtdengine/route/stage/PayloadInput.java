// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.stage;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.route.conversion.MappingEvents;

/**
 * Stage before the decoder. It decompresses payloads; that of a format with a state also learns from them, and from the
 * messages that are lost. May be called by many threads.
 */
public interface PayloadInput {

    /** Creates the stage of a format without a state. */
    static PayloadInput of(PayloadCompression compression) {
        return (message, payload) -> compression.undo(payload);
    }

    /** Decompresses a message's payload. */
    Payload whole(InboundMessage message, Payload payload) throws DecodeException;

    /** Follows the sequence of the messages, once for each, before any other stage. */
    default void follow(InboundMessage message, MappingEvents events) {}

    /** Records that a message can't be decoded for want of a name that an earlier message should have given. */
    default void lackNames(InboundMessage message) {}

    /** Records that messages were lost before they were mapped. */
    default void lost(Lost lost) {}
}
