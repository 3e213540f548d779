package io.github.hivemqtdengine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Difference between two lists of objects with ids.
 *
 * @param added the ids that only the second list has
 * @param changed the ids of objects that differ
 * @param removed the ids that only the first list has
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

    boolean isEmpty() {
        return added.isEmpty() && changed.isEmpty() && removed.isEmpty();
    }

    /** Returns for example {@code routes added a, b, removed c}; empty if there are no differences. */
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
