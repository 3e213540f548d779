package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import java.util.List;

/** Refuses groups whose messages or rows could not be told apart. */
final class GroupConflicts {

    private GroupConflicts() {}

    /**
     * Compares a group with the ones before it.
     *
     * @param settings settings of the group
     */
    static void check(Settings settings, ClientGroup group, List<ClientGroup> others) {
        for (var other : others) {
            if (group.publishers().count() > 0 && other.publishers().count() > 0) {
                check(settings, group, other);
            }
        }
    }

    private static void check(Settings settings, ClientGroup group, ClientGroup other) {
        var payload = group.publishers().payload();
        var others = other.publishers().payload();
        if (overlap(group.publishers().topics(), other.publishers().topics()) && !payload.isReadLike(others)) {
            settings.refuseInherited(
                    ScenarioKey.TOPIC_PATTERN,
                    "has topics of group " + other.name()
                            + ", whose payloads are of another kind, so that subscribers can't read them");
        }
        boolean share = group.rows().tables().stream()
                .anyMatch(table -> other.rows().tables().contains(table));
        if (share && payload.isArray() != others.isArray()) {
            settings.refuseInherited(
                    ScenarioKey.RECORDS,
                    "must be 1 or more as in group " + other.name()
                            + ", which has the same table: the extension reads either arrays or single records");
        }
    }

    private static boolean overlap(TopicPattern one, TopicPattern other) {
        return one.expression().matcher(other.topic(0, 0)).matches()
                || other.expression().matcher(one.topic(0, 0)).matches();
    }
}
