// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.queue.LogWindow.Shared;

class LogWindowTest extends LoggedQueueContract {

    @Override
    LaneQueue create(int lane, MessageLog log, IntakeSettings settings, Shared shared, GroupSync groupSync) {
        return new LogWindow(lane, log, settings, shared, () -> HighWaterMark.NONE, groupSync);
    }
}
