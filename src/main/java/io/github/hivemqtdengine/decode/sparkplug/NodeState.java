// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** State of the edge node of one message at the time of that message's arrival. Immutable. */
public interface NodeState {

    /** State of an edge node without any known BIRTH or DEATH. */
    NodeState UNKNOWN = new NodeState() {
        @Override
        public @Nullable Birth birth(@Nullable String device) {
            return null;
        }

        @Override
        public List<String> bornDevices() {
            return List.of();
        }

        @Override
        public boolean endsSession(long bdSeq) {
            return true;
        }
    };

    /**
     * Returns the last BIRTH before the message.
     *
     * @param device device id, or {@code null} for the edge node itself
     * @return {@code null} if the BIRTH is unknown, was unreadable, or is no longer valid
     */
    @Nullable
    Birth birth(@Nullable String device);

    /**
     * Returns the first BIRTH of the same session after a replayed message, for aliases that the last BIRTH before it does
     * not have.
     *
     * @param device device id, or {@code null} for the edge node itself
     * @return {@code null} if there is none, or the message is not replayed
     */
    default @Nullable Birth nextBirth(@Nullable String device) {
        return null;
    }

    /** Returns the devices that are online. */
    List<String> bornDevices();

    /**
     * Returns whether an NDEATH ends the node's session: its bdSeq is that of the last NBIRTH, and no earlier NDEATH
     * has ended that session.
     *
     * @param bdSeq the bdSeq of the NDEATH, -1 if it has none
     */
    boolean endsSession(long bdSeq);
}
