// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Compression;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Format;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import io.github.hivemqtdengine.loadtest.scenario.TrafficPlan;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Numbers;
import io.github.hivemqtdengine.loadtest.traffic.Traffic;
import io.github.hivemqtdengine.loadtest.traffic.TrafficReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Reads where messages from files come from. */
final class TrafficSettings {

    private static final double MOST_FACTOR = 1_000;
    private static final double MICROS_PER_SECOND = 1e6;

    private final Settings settings;

    TrafficSettings(Settings settings) {
        this.settings = settings;
    }

    /** Returns the files of a format; empty for other formats. */
    Optional<TrafficPlan> read(Format format, Optional<Traffic> recorded) {
        if (format != Format.FILE) {
            settings.refuse(ScenarioKey.FILES, "needs x.payload = file beside it");
        }
        if (format != Format.RECORDING) {
            settings.refuse(ScenarioKey.RECORDING, "needs x.payload = recording beside it");
            settings.refuse(ScenarioKey.REPLAY_FACTOR, "needs x.payload = recording beside it");
        }
        if (format == Format.FILE) {
            var source = settings.find(ScenarioKey.FILES, TrafficSettings::existing);
            if (!settings.has(ScenarioKey.FILES)) {
                settings.refuse(ScenarioKey.FORMAT, "needs x.files beside it");
            }
            return source.map(files -> new TrafficPlan(files, 1, ""));
        }
        return recorded.map(
                traffic -> new TrafficPlan(Path.of(settings.text(ScenarioKey.RECORDING)), factor(), traffic.filter()));
    }

    private static Path existing(String name) {
        var source = Path.of(name);
        if (!Files.exists(source)) {
            throw new MalformedValueException("must be a folder or a file that is there");
        }
        return source;
    }

    /** Returns the totals of the recording; empty for other formats. */
    Optional<Traffic> recorded(Format format) {
        if (format != Format.RECORDING) {
            return Optional.empty();
        }
        if (!settings.has(ScenarioKey.RECORDING)) {
            settings.refuse(ScenarioKey.FORMAT, "needs an x.recording beside it");
        }
        return settings.find(ScenarioKey.RECORDING, TrafficSettings::totals);
    }

    private static Traffic totals(String name) {
        try {
            var traffic = TrafficReader.read(ExistingFile.read(name), message -> {});
            if (traffic.messages() == 0) {
                throw new MalformedValueException("must have messages");
            }
            return traffic;
        } catch (IOException e) {
            throw new MalformedValueException("must be a recording of loadtest/run capture: " + e.getMessage());
        }
    }

    private double factor() {
        return settings.read(ScenarioKey.REPLAY_FACTOR, text -> {
            double factor = Numbers.decimal(text);
            if (factor <= 0 || factor > MOST_FACTOR) {
                throw new MalformedValueException("must be more than 0 and at most " + MOST_FACTOR);
            }
            return factor;
        });
    }

    /** Returns the average pace of a recording, which stands for the times of its messages. */
    Pace pace(Traffic traffic, Duration execTime) {
        double seconds = Math.max(1, traffic.micros()) / MICROS_PER_SECOND / factor();
        var length = Duration.of((long) Math.ceil(seconds * MICROS_PER_SECOND), ChronoUnit.MICROS);
        if (length.compareTo(execTime) > 0) {
            settings.refuse(
                    ScenarioKey.RECORDING,
                    "takes " + (length.toSeconds() + 1) + " s, so exec_time must be more than that");
        }
        double rate = traffic.messages() * MICROS_PER_SECOND / length.dividedBy(ChronoUnit.MICROS.getDuration());
        return new Pace.OpenLoop(List.of(new Pace.Step(rate, rate, length)));
    }

    /** Returns a topic that stands for those of a recording. */
    static TopicPattern topics(Traffic traffic) {
        return new TopicPattern(traffic.firstTopic().replace("{", "").replace("}", ""), 1);
    }

    /** Refuses settings that do not go with messages from files. */
    void check(LoadPlan load) {
        var publishers = load.groups().get(0).publishers();
        var payload = publishers.payload();
        if (payload.traffic().isEmpty()) {
            return;
        }
        settings.refuse(ScenarioKey.RECORDS, "does not go with payloads from files: x.rows is the rows of a message");
        settings.refuse(ScenarioKey.WILL, "does not go with payloads from files, which have no numbers");
        refuse(settings.flag(ScenarioKey.CHECK_ORDER), ScenarioKey.CHECK_ORDER, "does not go with payloads from files");
        if (payload.format() != Format.RECORDING) {
            return;
        }
        for (var key : List.of(
                ScenarioKey.TOPIC_PATTERN,
                ScenarioKey.QOS_PUBLISHER,
                ScenarioKey.RETAIN,
                ScenarioKey.RATE,
                ScenarioKey.INTERVAL,
                ScenarioKey.NUM_MESSAGES,
                ScenarioKey.SUBSCRIBER_FILTER,
                ScenarioKey.THINK,
                ScenarioKey.CHURN,
                ScenarioKey.SESSION_EXPIRY,
                ScenarioKey.USER_PROPERTIES,
                ScenarioKey.MESSAGE_EXPIRY,
                ScenarioKey.CONTENT_TYPE,
                ScenarioKey.RESPONSE_TOPIC,
                ScenarioKey.TOPIC_ALIAS)) {
            settings.refuse(key, "does not go with x.payload = recording, which has its own");
        }
        refuse(load.clients().mqttVersion() < 5, ScenarioKey.MQTT_VERSION, "must be 5 for x.payload = recording");
        refuse(load.clients().reconnect(), ScenarioKey.RECONNECT, "does not go with x.payload = recording");
        refuse(load.clients().reconnect(), ScenarioKey.FAULTS, "of the broker do not go with x.payload = recording");
        refuse(publishers.count() == 0, ScenarioKey.NUM_PUBLISHERS, "must be 1 or more for a recording");
        refuse(
                payload.compression() != Compression.NONE,
                ScenarioKey.COMPRESSION,
                "does not go with x.payload = recording");
    }

    private void refuse(boolean contradicts, ScenarioKey key, String rule) {
        if (contradicts) {
            settings.refuse(key, rule);
        }
    }
}
