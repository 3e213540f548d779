// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;

/** Source of messages to replay. Called by one thread. */
@FunctionalInterface
public interface ReplaySource {

    /**
     * Hands over the current messages in order, and remembers which were accepted. Returns at the first message that
     * was not accepted, which a later process hands over again.
     */
    void handOver(Sink sink);

    /** Receiver of replayed messages. */
    @FunctionalInterface
    interface Sink {

        /**
         * Accepts a message by the current route of this id, waiting until there is room.
         *
         * @return {@code false} if the extension stops; then the message was not accepted
         */
        boolean accept(String routeId, InboundMessage message);

        /**
         * Syncs all messages accepted so far; to be called before the source forgets them.
         *
         * @throws java.io.UncheckedIOException if that fails; then the source must not forget them
         */
        default void sync() {}
    }
}
