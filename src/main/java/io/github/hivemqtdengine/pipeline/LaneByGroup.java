package io.github.hivemqtdengine.pipeline;

/**
 * Messages that name the same group go to the same lane as long as one of them is in flight there, whatever it costs:
 * so they stay in order. A group that has nothing in flight is not remembered. May be called by any thread.
 */
final class LaneByGroup implements LaneChoice {

    private final OpenGroups groups;
    private final LaneByCost otherwise;

    /** @param otherwise places new groups, and messages that name none */
    LaneByGroup(OpenGroups groups, LaneByCost otherwise) {
        this.groups = groups;
        this.otherwise = otherwise;
    }

    @Override
    public boolean offer(QueuedMessage message) {
        var bucket = groups.bucketOf(message.message());
        return bucket.isEmpty() ? otherwise.offer(message) : offer(message, bucket.get());
    }

    /** A group that has nothing in flight may begin in any lane that has room; one that has must stay where it is. */
    private boolean offer(QueuedMessage message, Integer bucket) {
        for (int tries = 0; tries <= otherwise.lanes(); tries++) {
            int lane = tries - 1;
            var group = groups.join(bucket, () -> lane < 0 ? otherwise.laneOfGroup() : otherwise.lane(lane));
            var member = message.in(group);
            if (group.lane().offer(member)) {
                return true;
            }
            if (member.hasMissedDisk()) {
                message.missDisk();
            }
            if (!group.leave()) {
                return false;
            }
        }
        return false;
    }
}
