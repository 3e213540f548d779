package io.github.hivemqtdengine.loadtest.scenario;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Properties;

/** What the real mqttloader 0.8 must read to run a scenario, as far as it can. */
public final class MqttloaderFile {

    private MqttloaderFile() {}

    /**
     * The text of its file, which is ASCII: the scenario's settings of mqttloader's own keys, and this broker. It has the
     * password in it.
     */
    public static String text(Scenario scenario, BrokerAddress broker) {
        var properties = new Properties();
        Arrays.stream(ScenarioKey.values())
                .filter(ScenarioKey::isMqttloaders)
                .map(ScenarioKey::word)
                .filter(scenario.settings()::containsKey)
                .forEach(key -> properties.setProperty(key, scenario.settings().getOrDefault(key, "")));
        var clients = scenario.load().clients();
        clients.credentials()
                .filter(credentials -> !credentials.password().isEmpty())
                .ifPresent(credentials -> properties.setProperty(ScenarioKey.PASSWORD.word(), credentials.password()));
        properties.setProperty(ScenarioKey.BROKER.word(), broker.host());
        properties.setProperty(ScenarioKey.BROKER_PORT.word(), Integer.toString(broker.port()));
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
