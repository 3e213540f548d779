package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Messages that name the same group go to the same lane as long as one of them is in flight there, whatever it costs:
 * so they stay in order. A group that has nothing in flight is not remembered. May be called by any thread.
 */
final class LaneByGroup implements LaneChoice {

    private final String property;
    private final LaneByCost otherwise;
    private final ConcurrentMap<String, MessageGroup> open = new ConcurrentHashMap<>();

    /**
     * @param property the user property that names the group
     * @param otherwise places new groups, and messages that name none
     */
    LaneByGroup(String property, LaneByCost otherwise) {
        this.property = property;
        this.otherwise = otherwise;
    }

    @Override
    public boolean offer(RouteAccount account, InboundMessage message) {
        var name = message.properties().userProperty(property);
        if (name.isEmpty()) {
            return otherwise.offer(account, message);
        }
        return offer(account, message, name.get());
    }

    /** A group that has nothing in flight may begin in any lane that has room; one that has must stay where it is. */
    private boolean offer(RouteAccount account, InboundMessage message, String name) {
        for (int tries = 0; tries <= otherwise.lanes(); tries++) {
            var group = join(name, tries);
            if (group.lane().offer(new QueuedMessage(account, message, group))) {
                return true;
            }
            if (!group.leave()) {
                return false;
            }
        }
        return false;
    }

    private MessageGroup join(String name, int tries) {
        var known = open.get(name);
        if (known != null && known.join()) {
            return known;
        }
        return open.compute(
                name, (key, group) -> group != null && group.join() ? group : new MessageGroup(key, lane(tries), open));
    }

    private Lane lane(int tries) {
        return tries == 0 ? otherwise.laneOfGroup() : otherwise.lane(tries - 1);
    }

    /** How many groups have messages in flight. */
    int openGroups() {
        return open.size();
    }
}
