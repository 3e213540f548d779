package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.queue.SpooledQueue.Shared;

class SpooledQueueTest extends LoggedQueueContract {

    @Override
    LaneQueue create(int lane, MessageLog log, IntakeSettings settings, Shared shared, GroupSync groupSync) {
        return new SpooledQueue(lane, log, settings, shared, () -> HighWaterMark.NONE, groupSync);
    }
}
