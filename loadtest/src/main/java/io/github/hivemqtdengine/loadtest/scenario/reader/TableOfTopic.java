// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Table of each topic in the load tests' configuration of the extension. */
final class TableOfTopic {

    private static final Map<String, String> TABLES = new LinkedHashMap<>();

    static {
        TABLES.put("mqttloader-test-topic", "raw_messages");
        TABLES.put("raw/.*", "raw_messages");
        TABLES.put("plant/[^/]+/meter/.*", "meters");
        TABLES.put("gateway/.*", "readings");
        TABLES.put("narrow/.*", "narrow");
        TABLES.put("gateway-avro/.*", "readings_avro");
        TABLES.put("s0/json/.*", "wide");
        TABLES.put("s0/avro/.*", "wide_avro");
        TABLES.put("block/.*", "blocks");
        TABLES.put("group/.*", "grouped");
        TABLES.put("device/.*", "devices");
        TABLES.put("spBv1\\.0/.*", "sparkplug");
    }

    private TableOfTopic() {}

    /** Returns the table; empty if the topic is not stored. */
    static Optional<String> of(String topic) {
        return TABLES.entrySet().stream()
                .filter(table -> topic.matches(table.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
