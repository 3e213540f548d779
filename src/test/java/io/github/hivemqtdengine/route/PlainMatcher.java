// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;

/** Topic matching as the MQTT specification words it, as plainly as it can be written. */
public final class PlainMatcher {

    private PlainMatcher() {}

    public static boolean matches(TopicFilter filter, String topic) {
        var pattern = filter.levels();
        boolean wildcardFirst = pattern.get(0).equals("#") || isSingle(pattern.get(0));
        return !(topic.startsWith("$") && wildcardFirst) && matches(pattern, List.of(topic.split("/", -1)));
    }

    private static boolean matches(List<String> pattern, List<String> levels) {
        if (pattern.isEmpty()) {
            return levels.isEmpty();
        }
        var first = pattern.get(0);
        if (first.equals("#")) {
            return true;
        }
        return !levels.isEmpty()
                && (isSingle(first) || first.equals(levels.get(0)))
                && matches(pattern.subList(1, pattern.size()), levels.subList(1, levels.size()));
    }

    private static boolean isSingle(String level) {
        return level.equals("+") || level.startsWith("{");
    }
}
