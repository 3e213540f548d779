package io.github.hivemqtdengine.route;

import java.util.Locale;

/**
 * A reference of a template, for example {@code ${mqtt-topic:site}}.
 *
 * @param kind what it refers to
 * @param argument what stands behind the colon, empty without one
 */
record Reference(Kind kind, String argument) implements TemplatePart {

    /** What a template can refer to. A constant's keyword is its name in lower case with hyphens. */
    enum Kind {
        MQTT_TOPIC(Argument.OPTIONAL),
        MQTT_CLIENT_ID(Argument.NONE),
        MQTT_USER_NAME(Argument.NONE),
        MQTT_QOS(Argument.NONE),
        MQTT_RETAIN(Argument.NONE),
        MQTT_DUP(Argument.NONE),
        MQTT_CONTENT_TYPE(Argument.NONE),
        MQTT_RESPONSE_TOPIC(Argument.NONE),
        MQTT_USER_PROPERTY(Argument.REQUIRED),
        ARRIVAL_TIME(Argument.NONE),
        ROUTE_ID(Argument.NONE),
        PAYLOAD(Argument.OPTIONAL),
        PAYLOAD_ROOT(Argument.REQUIRED),
        PAYLOAD_ENCODING(Argument.NONE),
        PAYLOAD_BYTES(Argument.NONE);

        private final Argument argument;

        Kind(Argument argument) {
            this.argument = argument;
        }

        String keyword() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        Argument argument() {
            return argument;
        }
    }

    /** Whether something stands behind a reference's colon. */
    enum Argument {
        NONE,
        OPTIONAL,
        REQUIRED
    }

    /** Whether it refers to a topic level by the name that the filter gives it. */
    boolean isTopicLevelName() {
        return kind == Kind.MQTT_TOPIC && !argument.isEmpty() && !isTopicLevelNumber();
    }

    /** Whether it refers to a topic level by its number. */
    boolean isTopicLevelNumber() {
        return kind == Kind.MQTT_TOPIC && !argument.isEmpty() && Character.isDigit(argument.charAt(0));
    }

    /** Whether it refers to the topic with all its levels. */
    boolean isWholeTopic() {
        return kind == Kind.MQTT_TOPIC && argument.isEmpty();
    }

    /** Whether the same topic always gives the same value. */
    boolean dependsOnTopicOnly() {
        return kind == Kind.MQTT_TOPIC || kind == Kind.ROUTE_ID;
    }
}
