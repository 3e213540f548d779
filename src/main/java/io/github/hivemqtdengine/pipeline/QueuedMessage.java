package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;

/**
 * A message on its way along one route.
 *
 * @param account where its fate is written down
 * @param message the message
 */
record QueuedMessage(RouteAccount account, InboundMessage message) {

    String routeId() {
        return account.routeId();
    }
}
