// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.unmapped;

import io.github.hivemqtdengine.decode.PayloadField;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Topics without a route, and fields of payloads: those that no mapping reads, and the types of the others. The first
 * ones are kept, as many as there is room for. Thread-safe.
 */
final class Findings {

    static final int MAX_BYTES = 512 * 1_024;
    static final int MAX_ROUTES = 200;
    static final int MAX_TOPICS = 20;
    static final int MAX_UNREAD = 20;
    static final int MAX_READ = 100;

    /** Heap bytes of a field or route without its name: map entry, record, set of types. */
    private static final int ENTRY_BYTES = 160;

    private final Set<String> topics = new LinkedHashSet<>();
    private final Map<String, Map<String, PayloadField>> routes = new LinkedHashMap<>();
    private long unmatched;
    private int bytes;

    /** Adds a publish without a route. */
    synchronized void addTopic(String topic) {
        unmatched++;
        if (topics.size() < MAX_TOPICS) {
            topics.add(topic);
        }
    }

    synchronized void addFields(String routeId, Collection<PayloadField> fields) {
        var known = routes.get(routeId);
        if (known == null && !fields.isEmpty() && routes.size() < MAX_ROUTES && reserve(routeId)) {
            known = new LinkedHashMap<>();
            routes.put(routeId, known);
        }
        if (known != null) {
            for (var field : fields) {
                add(known, field);
            }
        }
    }

    private void add(Map<String, PayloadField> known, PayloadField field) {
        var name = field.reference();
        var before = known.get(name);
        if (before != null) {
            known.put(name, before.and(field));
        } else if (count(known, field.isRead()) < (field.isRead() ? MAX_READ : MAX_UNREAD) && reserve(name)) {
            known.put(name, field);
        }
    }

    private static long count(Map<String, PayloadField> fields, boolean isRead) {
        return fields.values().stream()
                .filter(field -> field.isRead() == isRead)
                .count();
    }

    private boolean reserve(String name) {
        int more = bytes(name);
        boolean fits = bytes + more <= MAX_BYTES;
        bytes += fits ? more : 0;
        return fits;
    }

    private static int bytes(String name) {
        return ENTRY_BYTES + 2 * name.length();
    }

    /** Forgets a route, whose mapping has changed. */
    synchronized void forgetRoute(String routeId) {
        var fields = routes.remove(routeId);
        if (fields != null) {
            bytes -= bytes(routeId);
            fields.keySet().forEach(name -> bytes -= bytes(name));
        }
    }

    synchronized void forgetTopics() {
        topics.clear();
        unmatched = 0;
    }

    /** Returns the number of different topics. */
    synchronized int topics() {
        return topics.size();
    }

    /** Returns the number of fields that no mapping reads. */
    synchronized long unread() {
        return routes.values().stream()
                .mapToLong(fields -> count(fields, false))
                .sum();
    }

    /** Returns the approximate heap bytes of the fields. */
    synchronized int bytes() {
        return bytes;
    }

    /** Returns what is found, as JSON. */
    synchronized Map<String, @Nullable Object> json(int maxRoutes) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("messages", unmatched);
        json.put("topics", List.copyOf(topics));
        json.put(
                "routes",
                routes.entrySet().stream()
                        .map(route -> json(route.getKey(), route.getValue().values()))
                        .filter(route -> !List.of().equals(route.get("fields")))
                        .limit(maxRoutes)
                        .toList());
        return json;
    }

    private static Map<String, Object> json(String routeId, Collection<PayloadField> fields) {
        var listed = fields.stream()
                .filter(field -> !field.isRead() || field.types().size() > 1)
                .limit(MAX_UNREAD)
                .map(Findings::json)
                .toList();
        var json = new LinkedHashMap<String, Object>();
        json.put("id", routeId);
        json.put("fields", listed);
        return json;
    }

    private static Map<String, Object> json(PayloadField field) {
        var json = new LinkedHashMap<String, Object>();
        json.put("field", field.reference());
        json.put("types", field.types().stream().map(Findings::word).toList());
        json.put("read", field.isRead());
        if (field.bytes() > 0) {
            json.put("bytes", field.bytes());
        }
        return json;
    }

    private static String word(PayloadField.ValueType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }
}
