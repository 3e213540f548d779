package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;

/** Where messages come from that are to be taken in once more. Asked by one thread. */
@FunctionalInterface
public interface ReplaySource {

    /**
     * Hands over what is there now, in its order, and remembers what was taken. Returns as soon as a message was not
     * taken, which is handed over again by a later process.
     */
    void handOver(Taker taker);

    /** Takes messages in. */
    @FunctionalInterface
    interface Taker {

        /**
         * Takes a message in by the route that this id names now, or waits until there is room for it.
         *
         * @return {@code false} if the extension stops, and then the message was not taken
         */
        boolean take(String routeId, InboundMessage message);

        /**
         * Brings everything that was taken so far to the disk, to be called before the source forgets it.
         *
         * @throws java.io.UncheckedIOException if that fails; then the source must not forget it
         */
        default void sync() {}
    }
}
