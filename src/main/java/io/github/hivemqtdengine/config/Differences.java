package io.github.hivemqtdengine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What is different between two lists of things that have ids.
 *
 * @param added the ids of those that only the second one has
 * @param changed the ids of those that are not the same in both
 * @param removed the ids of those that only the first one has
 */
record Differences(List<String> added, List<String> changed, List<String> removed) {

    static <T> Differences between(List<T> before, List<T> after, Function<T, String> id) {
        var removed = byId(before, id);
        var added = new ArrayList<String>();
        var changed = new ArrayList<String>();
        byId(after, id).forEach((key, now) -> {
            var earlier = removed.remove(key);
            if (earlier == null) {
                added.add(key);
            } else if (!earlier.equals(now)) {
                changed.add(key);
            }
        });
        return new Differences(added, changed, List.copyOf(removed.keySet()));
    }

    private static <T> Map<String, T> byId(List<T> things, Function<T, String> id) {
        var byId = new LinkedHashMap<String, T>();
        things.forEach(thing -> byId.put(id.apply(thing), thing));
        return byId;
    }

    boolean areNone() {
        return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
    }

    /** For example {@code routes added a, b, removed c}; empty if there are none. */
    String toString(String things) {
        var parts = new ArrayList<String>();
        add("added", added, parts);
        add("changed", changed, parts);
        add("removed", removed, parts);
        return parts.isEmpty() ? "" : things + " " + String.join(", ", parts);
    }

    private static void add(String what, List<String> ids, List<String> parts) {
        if (!ids.isEmpty()) {
            parts.add(what + " " + String.join(", ", ids));
        }
    }
}
