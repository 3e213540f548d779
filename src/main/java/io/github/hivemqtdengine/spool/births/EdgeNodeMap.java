package io.github.hivemqtdengine.spool.births;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Edge nodes, bounded in number and bytes. If there are too many, the client whose nodes have the most bytes loses those
 * that were used least recently: a client cannot drive out the nodes of the others. Lookups may come from any thread,
 * changes from one at a time.
 */
final class EdgeNodeMap {

    private final BirthLimits limits;
    private final ConcurrentMap<String, EdgeNode> nodes = new ConcurrentHashMap<>();
    private final Map<String, Share> shares = new HashMap<>();
    private @Nullable Share largest;
    private final AtomicLong bytes = new AtomicLong();

    EdgeNodeMap(BirthLimits limits) {
        this.limits = limits;
    }

    /** Nodes of one client, in the order in which they are looked at when one has to go. */
    private static final class Share {

        private final String client;
        private final Queue<EdgeNode> nodes = new ArrayDeque<>();
        private long bytes;

        Share(String client) {
            this.client = client;
        }

        /** Removes the first node that was not used since the last look, but not this one if there is another. */
        EdgeNode removeLeastUsed(EdgeNode kept) {
            for (int looks = 2 * nodes.size(); looks > 0; looks--) {
                var node = nodes.remove();
                if (node != kept && !node.wasUsed()) {
                    return node;
                }
                node.clearUse();
                nodes.add(node);
            }
            return nodes.remove();
        }
    }

    @Nullable
    EdgeNode get(EdgeNode.Key key) {
        return nodes.get(key.text());
    }

    Collection<EdgeNode> all() {
        return nodes.values();
    }

    int size() {
        return nodes.size();
    }

    /** Returns the approximate size of all nodes, bytes. */
    long bytes() {
        return bytes.get();
    }

    /**
     * Adds a node, or records that it has grown.
     *
     * @param bytesBefore its bytes when it was put before, 0 for a new one
     * @return how many nodes are forgotten for lack of room
     */
    int put(EdgeNode node, long bytesBefore) {
        var share = shares.computeIfAbsent(node.key().client(), Share::new);
        if (nodes.putIfAbsent(node.key().text(), node) == null) {
            share.nodes.add(node);
        }
        grow(share, node.bytes() - bytesBefore);
        int forgotten = 0;
        while (bytes.get() > limits.maxBytes() || nodes.size() > limits.nodes()) {
            forget(largestShare(), node);
            forgotten++;
        }
        return forgotten;
    }

    private void grow(Share share, long more) {
        share.bytes += more;
        bytes.addAndGet(more);
    }

    /** Looks for the largest share only if the one found before is below average. */
    private Share largestShare() {
        var found = largest;
        if (found == null || found.nodes.isEmpty() || found.bytes < bytes.get() / shares.size()) {
            for (var share : shares.values()) {
                if (found == null || share.bytes > found.bytes) {
                    found = share;
                }
            }
            largest = found;
        }
        if (found == null) {
            throw new IllegalStateException("No node is left to forget");
        }
        return found;
    }

    private void forget(Share share, EdgeNode kept) {
        var node = share.removeLeastUsed(kept);
        nodes.remove(node.key().text());
        grow(share, -node.bytes());
        if (share.nodes.isEmpty()) {
            shares.remove(share.client);
        }
    }
}
