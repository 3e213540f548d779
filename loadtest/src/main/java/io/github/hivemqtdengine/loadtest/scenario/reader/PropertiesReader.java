// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.MessageProperties;
import io.github.hivemqtdengine.loadtest.scenario.MessageProperties.UserProperty;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Choice;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import java.util.Arrays;
import java.util.List;

/** Reads the MQTT 5 properties of messages. */
final class PropertiesReader {

    private static final int MQTT_5 = 5;
    private static final List<ScenarioKey> KEYS = List.of(
            ScenarioKey.USER_PROPERTIES,
            ScenarioKey.MESSAGE_EXPIRY,
            ScenarioKey.CONTENT_TYPE,
            ScenarioKey.RESPONSE_TOPIC,
            ScenarioKey.TOPIC_ALIAS);

    private final Settings settings;

    PropertiesReader(Settings settings) {
        this.settings = settings;
    }

    MessageProperties read() {
        if (ClientsReader.version(settings) < MQTT_5) {
            KEYS.forEach(key -> settings.refuseInherited(key, "needs mqtt_version = 5: MQTT 3.1.1 does not have it"));
        }
        return new MessageProperties(
                settings.find(ScenarioKey.USER_PROPERTIES, PropertiesReader::userProperties)
                        .orElse(List.of()),
                settings.find(ScenarioKey.MESSAGE_EXPIRY, SessionReader::wholeSeconds),
                settings.find(ScenarioKey.CONTENT_TYPE, PropertiesReader::text),
                settings.find(ScenarioKey.RESPONSE_TOPIC, TopicSyntax::ofClient),
                settings.find(ScenarioKey.TOPIC_ALIAS, Choice.of("true", true, "false", false)));
    }

    private static List<UserProperty> userProperties(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(PropertiesReader::userProperty)
                .toList();
    }

    private static UserProperty userProperty(String text) {
        int end = text.indexOf('=');
        if (end < 1) {
            throw new MalformedValueException("must be like site=7, line={client}");
        }
        return new UserProperty(
                text(text.substring(0, end).strip()),
                text(text.substring(end + 1).strip()));
    }

    private static String text(String text) {
        if (text.length() > TopicSyntax.LONGEST) {
            throw new MalformedValueException("must have at most " + TopicSyntax.LONGEST + " letters");
        }
        return text;
    }
}
