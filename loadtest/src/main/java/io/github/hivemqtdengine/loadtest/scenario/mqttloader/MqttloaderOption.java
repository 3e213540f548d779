// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.mqttloader;

import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Option of mqttloader 0.7, and the key that replaced it in 0.8. */
enum MqttloaderOption {
    BROKER("b", "broker", ScenarioKey.BROKER, true),
    VERSION("v", "version", ScenarioKey.MQTT_VERSION, true),
    PUBLISHERS("p", "npub", ScenarioKey.NUM_PUBLISHERS, true),
    SUBSCRIBERS("s", "nsub", ScenarioKey.NUM_SUBSCRIBERS, true),
    PUBLISHERS_QOS("pq", "pubqos", ScenarioKey.QOS_PUBLISHER, true),
    SUBSCRIBERS_QOS("sq", "subqos", ScenarioKey.QOS_SUBSCRIBER, true),
    SHARED("ss", "shsub", ScenarioKey.SHARED_SUBSCRIPTION, false),
    RETAIN("r", "retain", ScenarioKey.RETAIN, false),
    TOPIC("t", "topic", ScenarioKey.TOPIC, true),
    PAYLOAD("d", "payload", ScenarioKey.PAYLOAD, true),
    MESSAGES("m", "nmsg", ScenarioKey.NUM_MESSAGES, true),
    RAMP_UP("ru", "rampup", ScenarioKey.RAMP_UP, true),
    RAMP_DOWN("rd", "rampdown", ScenarioKey.RAMP_DOWN, true),
    /** Milliseconds; the key has microseconds. */
    INTERVAL("i", "interval", ScenarioKey.INTERVAL, true),
    SUBSCRIBER_TIMEOUT("st", "subtimeout", ScenarioKey.SUBSCRIBER_TIMEOUT, true),
    EXEC_TIME("et", "exectime", ScenarioKey.EXEC_TIME, true),
    LOG("l", "log", ScenarioKey.LOG_LEVEL, true),
    NTP("n", "ntp", ScenarioKey.NTP, true),
    /** Suppresses the record file that 0.7 writes by default. */
    IN_MEMORY("im", "inmemory", ScenarioKey.OUTPUT, false);

    private final String letters;
    private final String word;
    private final ScenarioKey key;
    private final boolean hasValue;

    MqttloaderOption(String letters, String word, ScenarioKey key, boolean hasValue) {
        this.letters = letters;
        this.word = word;
        this.key = key;
        this.hasValue = hasValue;
    }

    /** Returns the option by its letters or its word, with one or two hyphens. */
    static Optional<MqttloaderOption> of(String spelling) {
        var name = spelling.replaceFirst("^--?", "");
        return Arrays.stream(values())
                .filter(option -> spelling.startsWith("-") && (option.letters.equals(name) || option.word.equals(name)))
                .findFirst();
    }

    static List<String> spellings() {
        return Arrays.stream(values())
                .flatMap(option -> Stream.of("-" + option.letters, "--" + option.word))
                .toList();
    }

    /** Returns a line of the help. */
    String help() {
        var unit = this == INTERVAL ? ", in milliseconds" : "";
        return String.format("  %-18s %s%s", "-" + letters + ", --" + word, key.word(), unit);
    }

    ScenarioKey key() {
        return key;
    }

    boolean hasValue() {
        return hasValue;
    }
}
