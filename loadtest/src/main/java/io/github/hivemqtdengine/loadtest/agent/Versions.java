// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/**
 * Version of this suite and of its MQTT client.
 *
 * @param suite version of the suite
 * @param mqttClient version of the HiveMQ MQTT Client
 */
public record Versions(String suite, String mqttClient) {

    private static final String RESOURCE = "/versions.properties";

    public static Versions read() {
        var properties = new Properties();
        try (var in = Objects.requireNonNull(Versions.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Versions(properties.getProperty("suite", ""), properties.getProperty("mqtt-client", ""));
    }
}
