// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import io.github.hivemqtdengine.message.InboundMessage.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Messages that were lost before they were mapped: a known one, or unknown ones of any route.
 *
 * @param routeId route of the known message, {@code null} for unknown ones
 * @param message the known message, perhaps without its payload; {@code null} for unknown ones
 * @param untilMicros latest arrival, epoch microseconds
 * @param areCopied whether they come from a copied spool
 */
public record Lost(@Nullable String routeId, @Nullable InboundMessage message, long untilMicros, boolean areCopied) {

    /** Returns the loss of one message. */
    public static Lost of(String routeId, InboundMessage message) {
        return new Lost(routeId, message, message.arrivalMicros(), message.origin() == Origin.COPIED);
    }

    /** Returns the loss of unknown messages, either copied or not, until this arrival. */
    public static Lost unknown(long untilMicros, boolean areCopied) {
        return new Lost(null, null, untilMicros, areCopied);
    }
}
