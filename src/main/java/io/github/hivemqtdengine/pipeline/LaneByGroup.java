package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.queue.OpenGroups;

/**
 * Lane choice by message group. While a message of a group is in flight, the others go to the same lane at any cost, so
 * that the group stays in order. A group with nothing in flight is not remembered. May be called by any thread.
 */
final class LaneByGroup implements LaneChoice {

    private final OpenGroups groups;
    private final LaneByCost otherwise;

    /** @param otherwise lane choice of new groups, and of messages without a group */
    LaneByGroup(OpenGroups groups, LaneByCost otherwise) {
        this.groups = groups;
        this.otherwise = otherwise;
    }

    @Override
    public boolean dispatch(QueuedMessage message) {
        var bucket = groups.bucketOf(message.message());
        return bucket.isEmpty() ? otherwise.dispatch(message) : dispatchInGroup(message, bucket.get());
    }

    /** Appends to any lane with room if the group has nothing in flight, otherwise only to the group's lane. */
    private boolean dispatchInGroup(QueuedMessage message, Integer bucket) {
        for (int tries = 0; tries <= otherwise.lanes(); tries++) {
            int lane = tries - 1;
            var group = groups.join(bucket, () -> lane < 0 ? otherwise.laneOfGroup() : lane);
            var member = message.in(group);
            if (otherwise.lane(group.lane()).enqueue(member)) {
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
