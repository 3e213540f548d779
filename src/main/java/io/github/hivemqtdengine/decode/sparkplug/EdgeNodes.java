// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.NotStoredYetException;

/** Memory of the BIRTH and DEATH messages of edge nodes, looked up by time of arrival. Thread-safe. */
public interface EdgeNodes {

    /** Memory that is always empty. */
    EdgeNodes NONE = new EdgeNodes() {
        @Override
        public void learn(SparkplugTopic topic, String clientId, long arrivalMicros, byte[] payload) {
            // nothing is kept
        }

        @Override
        public NodeState before(SparkplugTopic topic, String clientId, long arrivalMicros) {
            return NodeState.UNKNOWN;
        }
    };

    /**
     * Beginning of the client id of messages from a copied spool. Their edge nodes are others, since a node may have had
     * another session at this broker; no client id contains the character.
     */
    String COPIED = "\0";

    /**
     * Learns a BIRTH or DEATH and ignores other messages. Idempotent by time of arrival. Returns once the message
     * survives the process; the spool keeps it until it survives a power cut.
     *
     * @param payload payload, possibly unreadable
     * @throws NotStoredYetException if the disk does not take it now: the message has to be mapped again later
     */
    void learn(SparkplugTopic topic, String clientId, long arrivalMicros, byte[] payload);

    /**
     * Records that a message was lost before it was learned. After a BIRTH, names are unknown until the next one. Waits
     * for other calls, and at most once a second for a sync of the disk.
     */
    default void lost(SparkplugTopic topic, String clientId, long arrivalMicros) {}

    /**
     * Records that unknown messages until this arrival were lost before they were learned. Names of all edge nodes, of
     * either the copied or the other messages, are unknown until their next BIRTH. Does not wait for the disk.
     */
    default void lostUntil(long arrivalMicros, boolean areCopied) {}

    /**
     * Requests that the edge node of a message sends its BIRTHs again, as far as the limits allow it. Does not wait.
     *
     * @param clientId client that has published the message
     * @param cause cause of the request for the log, a clause such as "a BIRTH cannot be read"
     */
    default void requestRebirth(SparkplugTopic topic, String clientId, long arrivalMicros, String cause) {}

    /** Returns the state of a message's edge node before the message. */
    NodeState before(SparkplugTopic topic, String clientId, long arrivalMicros);

    /** Returns the state of a replayed message's edge node, with its {@link NodeState#nextBirth}. */
    default NodeState aroundReplayed(SparkplugTopic topic, String clientId, long arrivalMicros) {
        return before(topic, clientId, arrivalMicros);
    }
}
