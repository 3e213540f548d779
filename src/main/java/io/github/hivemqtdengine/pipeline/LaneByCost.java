package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Lane choice by cost: messages go where they are stored soonest. Consecutive messages form groups, which fill batches
 * and let the lanes be compared only once per group. May be called by any thread.
 */
final class LaneByCost implements LaneChoice {

    /** Groups per measurement: one of them goes to the next lane in turn, so that a slow lane is measured again. */
    static final int GROUPS_PER_MEASUREMENT = 100;

    private final List<Lane> lanes;
    private final int groupSize;
    private final LongSupplier nanos;
    private final AtomicLong messages = new AtomicLong();
    private final AtomicLong groups = new AtomicLong();
    private volatile Lane current;

    /** @param nanos a clock like {@link System#nanoTime} */
    LaneByCost(List<Lane> lanes, int groupSize, LongSupplier nanos) {
        this.lanes = lanes;
        this.groupSize = groupSize;
        this.nanos = nanos;
        this.current = lanes.get(0);
    }

    @Override
    public boolean dispatch(QueuedMessage message) {
        return next().enqueue(message) || enqueueAnywhere(message);
    }

    /** Returns the lane of the next message. */
    Lane next() {
        if (messages.getAndIncrement() % groupSize == 0) {
            current = lanes.get(laneOfGroup());
        }
        return current;
    }

    /**
     * Returns the index of the lane of a new group. The lane due for measurement gets the group only if it holds less than one
     * group. A lane whose database is away thus gets no more of them.
     */
    int laneOfGroup() {
        long group = groups.getAndIncrement();
        if (group % GROUPS_PER_MEASUREMENT == GROUPS_PER_MEASUREMENT - 1) {
            int inTurn = (int) (group / GROUPS_PER_MEASUREMENT % lanes.size());
            if (lanes.get(inTurn).messages() < groupSize) {
                return inTurn;
            }
        }
        return cheapest();
    }

    int lanes() {
        return lanes.size();
    }

    /** Returns one of the lanes, from 0. */
    Lane lane(int index) {
        return lanes.get(index);
    }

    private int cheapest() {
        long now = nanos.getAsLong();
        int cheapest = 0;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < lanes.size(); i++) {
            double cost = lanes.get(i).cost(now);
            if (cost < least) {
                least = cost;
                cheapest = i;
            }
        }
        return cheapest;
    }

    private boolean enqueueAnywhere(QueuedMessage message) {
        for (int i = 0; i < lanes.size(); i++) {
            if (lanes.get(i).enqueue(message)) {
                return true;
            }
        }
        return false;
    }
}
