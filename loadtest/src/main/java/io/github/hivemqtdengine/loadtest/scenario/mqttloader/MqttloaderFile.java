// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.mqttloader;

import io.github.hivemqtdengine.loadtest.scenario.BrokerAddress;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.reader.LoadReader;
import io.github.hivemqtdengine.loadtest.scenario.reader.Setting;
import io.github.hivemqtdengine.loadtest.scenario.reader.Settings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Converts a scenario to a file of the real mqttloader 0.8, as far as its keys allow. */
public final class MqttloaderFile {

    private MqttloaderFile() {}

    private static final double MICROS_PER_SECOND = 1e6;

    /**
     * Returns the load that mqttloader generates for a scenario: its own keys apply, all others are ignored. Only a
     * constant rate in messages per second replaces its number of messages and its interval.
     */
    public static LoadPlan load(Scenario scenario) {
        var load = ofOwnKeys(scenario);
        return first(scenario.load()).pace() instanceof Pace.OpenLoop loop && isConstant(loop)
                ? load.withPublishers(paced(first(load), loop.steps().get(0)))
                : load;
    }

    private static PublisherPlan first(LoadPlan load) {
        return load.groups().get(0).publishers();
    }

    private static boolean isConstant(Pace.OpenLoop loop) {
        var first = loop.steps().get(0);
        return loop.steps().size() == 1 && first.from() == first.to();
    }

    /** mqttloader sends by a clock, too, with whole microseconds between two messages. */
    private static PublisherPlan paced(PublisherPlan publishers, Pace.Step step) {
        long micros = Math.max(1, Math.round(publishers.count() * MICROS_PER_SECOND / step.from()));
        long messages = Math.max(1, Math.round(step.messages() / publishers.count()));
        return publishers
                .withPace(new Pace.ClosedLoop(Duration.of(micros, ChronoUnit.MICROS)))
                .withMessages((int) Math.min(Integer.MAX_VALUE, messages));
    }

    private static LoadPlan ofOwnKeys(Scenario scenario) {
        var settings = new Settings(new ArrayList<>());
        own(scenario).forEach((key, value) -> settings.put(key, new Setting(key.word(), value, "", 0, key.word())));
        var load = new LoadReader(settings).read();
        return new LoadPlan(
                scenario.load().clients(),
                List.of(load.only().withRows(scenario.load().groups().get(0).rows())),
                load.crowd(),
                load.calls(),
                load.rampUp(),
                load.rampDown(),
                load.subscriberTimeout(),
                load.execTime());
    }

    private static Map<ScenarioKey, String> own(Scenario scenario) {
        var own = new EnumMap<ScenarioKey, String>(ScenarioKey.class);
        for (var key : ScenarioKey.values()) {
            var value = scenario.settings().get(key.word());
            if (key.isMqttloaders() && value != null) {
                own.put(key, value);
            }
        }
        return own;
    }

    /** Returns the pace of {@link #load}, if it is not that of the scenario's settings. */
    private static Map<ScenarioKey, String> pace(Scenario scenario) {
        var publishers = first(scenario.load());
        if (!(publishers.pace() instanceof Pace.ClosedLoop loop) || publishers.equals(first(ofOwnKeys(scenario)))) {
            return Map.of();
        }
        return Map.of(
                ScenarioKey.INTERVAL,
                        Long.toString(
                                TimeUnit.NANOSECONDS.toMicros(loop.interval().toNanos())),
                ScenarioKey.NUM_MESSAGES, Integer.toString(publishers.messages()));
    }

    /**
     * Returns the ASCII content of the file: the scenario's settings of mqttloader's keys, with the given broker and
     * output. Omits ntp, because all clients share this machine's clock. Contains the password.
     *
     * @param output folder of the record file
     */
    public static String text(Scenario scenario, BrokerAddress broker, Path output) {
        var properties = new Properties();
        own(scenario).forEach((key, value) -> properties.setProperty(key.word(), value));
        pace(scenario).forEach((key, value) -> properties.setProperty(key.word(), value));
        var clients = scenario.load().clients();
        clients.credentials()
                .filter(credentials -> !credentials.password().isEmpty())
                .ifPresent(credentials -> properties.setProperty(ScenarioKey.PASSWORD.word(), credentials.password()));
        properties.setProperty(ScenarioKey.BROKER.word(), broker.host());
        properties.setProperty(ScenarioKey.BROKER_PORT.word(), Integer.toString(broker.port()));
        properties.remove(ScenarioKey.NTP.word());
        properties.setProperty(ScenarioKey.OUTPUT.word(), output.toString());
        properties.setProperty(
                ScenarioKey.TLS.word(), Boolean.toString(clients.tls().isPresent()));
        var text = new ByteArrayOutputStream();
        try {
            properties.store(text, null);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString(StandardCharsets.ISO_8859_1);
    }
}
