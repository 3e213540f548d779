// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;

/**
 * Identity of an edge node.
 *
 * @param client the client that sent its certificates: those of another client change nothing
 */
record NodeKey(String client, String group, String node) {

    /** Returns the key as one string. A map of strings stays fast if a client chooses names of one hash code. */
    String text() {
        return client + '\0' + group + '/' + node; // neither MQTT strings nor Sparkplug's names contain these
    }

    /** Returns whether the node is one of copied spools. */
    boolean isCopied() {
        return client.startsWith(EdgeNodes.COPIED);
    }
}
