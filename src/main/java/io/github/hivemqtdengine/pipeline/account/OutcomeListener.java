// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;

/**
 * Listener for the outcomes of single messages. Called by the threads of the broker and of the lanes, after the account
 * has counted the outcome; must not wait or throw. It does not hear of messages that the spool drops as a whole file.
 */
public interface OutcomeListener {

    OutcomeListener NONE = new OutcomeListener() {};

    /** Called by the lane's thread for a message that the database has stored. */
    default void stored(String routeId, InboundMessage message, int rows) {}

    default void deadLettered(DeadLetter letter) {}

    default void dropped(String routeId, InboundMessage message, DropReason reason) {}
}
