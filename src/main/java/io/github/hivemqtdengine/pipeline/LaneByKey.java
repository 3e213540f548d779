package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import java.util.List;
import java.util.function.Function;

/** Lane choice by key: messages of one key always go to the same lane, so that they stay in order. Immutable. */
final class LaneByKey implements LaneChoice {

    private final List<Lane> lanes;
    private final Function<InboundMessage, String> key;

    LaneByKey(List<Lane> lanes, Function<InboundMessage, String> key) {
        this.lanes = lanes;
        this.key = key;
    }

    @Override
    public boolean offer(QueuedMessage message) {
        int hash = key.apply(message.message()).hashCode();
        return lanes.get(Math.floorMod(hash ^ (hash >>> 16), lanes.size())).offer(message);
    }
}
