// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.delivery.WritePace;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import io.github.hivemqtdengine.pipeline.queue.OpenGroups;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Choice of a lane for each message of a database, to which it appends the message. May be called by any thread. */
@FunctionalInterface
interface LaneChoice {

    /** Appends a message to the chosen lane without waiting; returns {@code false} if there is no room. */
    boolean enqueue(QueuedMessage message);

    /** Returns a choice that sends messages of one key to the same lane, so that they stay in order. */
    static LaneChoice byKey(List<LaneQueue> queues, Function<InboundMessage, String> key) {
        return message -> {
            int hash = key.apply(message.message()).hashCode();
            return queues.get(Math.floorMod(hash ^ (hash >>> 16), queues.size()))
                    .append(message);
        };
    }

    /**
     * Returns group and edge node of a Sparkplug topic: those of {@code spBv1.0/group/TYPE/node[/device]}. Returns any
     * other topic as it is.
     */
    static String edgeNode(String topic) {
        int group = topic.indexOf('/') + 1;
        int type = topic.indexOf('/', group) + 1;
        int node = topic.indexOf('/', type) + 1;
        if (group == 0 || type == 0 || node == 0) {
            return topic;
        }
        int device = topic.indexOf('/', node);
        return topic.substring(group, type) + topic.substring(node, device < 0 ? topic.length() : device);
    }

    /**
     * Choice by cost: messages go where they are stored soonest. Consecutive messages form groups, which fill batches
     * and let the lanes be compared only once per group.
     */
    final class ByCost implements LaneChoice {

        /** Groups per measurement: one of them goes to the next lane in turn, so that a slow lane is measured again. */
        static final int GROUPS_PER_MEASUREMENT = 100;

        private final List<LaneQueue> queues;
        private final List<WritePace> paces;
        private final int groupSize;
        private final LongSupplier nanos;
        private final AtomicLong messages = new AtomicLong();
        private final AtomicLong groups = new AtomicLong();
        private volatile int current;

        /**
         * @param paces the pace of each lane
         * @param nanos a clock like {@link System#nanoTime}
         */
        ByCost(List<LaneQueue> queues, List<WritePace> paces, int groupSize, LongSupplier nanos) {
            this.queues = queues;
            this.paces = paces;
            this.groupSize = groupSize;
            this.nanos = nanos;
        }

        @Override
        public boolean enqueue(QueuedMessage message) {
            return queues.get(next()).append(message) || enqueueAnywhere(message);
        }

        /** Returns the index of the lane of the next message. */
        int next() {
            if (messages.getAndIncrement() % groupSize == 0) {
                current = laneOfGroup();
            }
            return current;
        }

        /**
         * Returns the index of the lane of a new group. The lane due for measurement gets the group only if it holds
         * less than one group. A lane whose database is away thus gets no more of them.
         */
        int laneOfGroup() {
            long group = groups.getAndIncrement();
            if (group % GROUPS_PER_MEASUREMENT == GROUPS_PER_MEASUREMENT - 1) {
                int inTurn = (int) (group / GROUPS_PER_MEASUREMENT % queues.size());
                if (paces.get(inTurn).messages() < groupSize) {
                    return inTurn;
                }
            }
            return cheapest();
        }

        private int cheapest() {
            long now = nanos.getAsLong();
            int cheapest = 0;
            double least = Double.MAX_VALUE;
            for (int i = 0; i < paces.size(); i++) {
                double cost = paces.get(i).cost(now);
                if (cost < least) {
                    least = cost;
                    cheapest = i;
                }
            }
            return cheapest;
        }

        private boolean enqueueAnywhere(QueuedMessage message) {
            return queues.stream().anyMatch(lane -> lane.append(message));
        }
    }

    /**
     * Choice by message group. While a message of a group is in flight, the others go to the same lane at any cost,
     * so that the group stays in order. A group with nothing in flight is not remembered.
     */
    final class ByGroup implements LaneChoice {

        private final OpenGroups groups;
        private final ByCost otherwise;

        /** @param otherwise lane choice of new groups, and of messages without a group */
        ByGroup(OpenGroups groups, ByCost otherwise) {
            this.groups = groups;
            this.otherwise = otherwise;
        }

        @Override
        public boolean enqueue(QueuedMessage message) {
            var bucket = groups.bucketOf(message.message());
            return bucket.isEmpty() ? otherwise.enqueue(message) : enqueueInGroup(message, bucket.get());
        }

        /** Appends to any lane with room if the group has nothing in flight, otherwise only to the group's lane. */
        private boolean enqueueInGroup(QueuedMessage message, Integer bucket) {
            for (int tries = 0; tries <= otherwise.queues.size(); tries++) {
                int lane = tries - 1;
                var group = groups.join(bucket, () -> lane < 0 ? otherwise.laneOfGroup() : lane);
                var member = message.in(group);
                if (otherwise.queues.get(group.lane()).append(member)) {
                    return true;
                }
                if (member.hasMissedDisk()) {
                    message.markMissedDisk();
                }
                if (!group.leave()) {
                    return false;
                }
            }
            return false;
        }
    }
}
