// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reference to a value of the message, its payload or its route, for example {@code mqtt-topic:site}.
 *
 * @param argument the text after the colon, empty if there is none
 */
public record Reference(Kind kind, String argument) implements Expression {

    private static final Pattern LEVEL_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final Pattern LEVEL_NUMBER = Pattern.compile("[1-9][0-9]{0,4}(?:\\.\\.)?");
    private static final String REST_SUFFIX = "..";

    private static final Set<Kind> OF_FIELDS = EnumSet.range(Kind.PAYLOAD_ROOT, Kind.PAYLOAD_INDEX);
    private static final Set<Kind> RAW = EnumSet.range(Kind.PAYLOAD_ENCODING, Kind.PAYLOAD_BLOCK);

    /** Names of HiveMQ's SQL extensions that have another name in mappings. */
    private static final Set<Kind> OF_STATEMENTS = EnumSet.range(Kind.MQTT_PAYLOAD_UTF8, Kind.TIMESTAMP_ISO_8601);

    /** Values of bounded size that are known before the payload is copied. */
    private static final Set<Kind> ON_ARRIVAL = EnumSet.of(
            Kind.MQTT_TOPIC,
            Kind.MQTT_CLIENT_ID,
            Kind.MQTT_USER_NAME,
            Kind.MQTT_QOS,
            Kind.MQTT_RETAIN,
            Kind.MQTT_DUP,
            Kind.MQTT_CONTENT_TYPE,
            Kind.MQTT_RESPONSE_TOPIC,
            Kind.MQTT_MESSAGE_EXPIRY,
            Kind.MQTT_USER_PROPERTY,
            Kind.MQTT_PAYLOAD_FORMAT_INDICATOR,
            Kind.MQTT_PAYLOAD_SIZE,
            Kind.MQTT_PACKET_ID,
            Kind.CLIENT_ADDRESS,
            Kind.CLIENT_LISTENER,
            Kind.CLIENT_MQTT_VERSION,
            Kind.CLIENT_CERTIFICATE_CN,
            Kind.BROKER_NODE,
            Kind.ROUTE_ID);

    /** Referenced property. The keyword is the constant's name in lower case with hyphens. */
    public enum Kind {
        MQTT_TOPIC(Argument.OPTIONAL),
        MQTT_CLIENT_ID(Argument.NONE),
        MQTT_USER_NAME(Argument.NONE),
        MQTT_QOS(Argument.NONE),
        MQTT_RETAIN(Argument.NONE),
        MQTT_DUP(Argument.NONE),
        MQTT_CONTENT_TYPE(Argument.NONE),
        MQTT_RESPONSE_TOPIC(Argument.NONE),
        MQTT_MESSAGE_EXPIRY(Argument.NONE),
        MQTT_USER_PROPERTY(Argument.REQUIRED),
        MQTT_USER_PROPERTIES_JSON(Argument.NONE),
        MQTT_CORRELATION_DATA(Argument.NONE),
        MQTT_CORRELATION_DATA_UTF8(Argument.NONE),
        MQTT_CORRELATION_DATA_BASE64(Argument.NONE),
        MQTT_PAYLOAD_FORMAT_INDICATOR(Argument.NONE),
        MQTT_PAYLOAD_SIZE(Argument.NONE),
        MQTT_PACKET_ID(Argument.NONE),
        CLIENT_ADDRESS(Argument.NONE),
        CLIENT_LISTENER(Argument.NONE),
        CLIENT_MQTT_VERSION(Argument.NONE),
        CLIENT_CERTIFICATE_CN(Argument.NONE),
        BROKER_NODE(Argument.NONE),
        ARRIVAL_TIME(Argument.NONE),
        ROUTE_ID(Argument.NONE),
        MQTT_PAYLOAD_UTF8(Argument.NONE),
        MQTT_PAYLOAD_BASE64(Argument.NONE),
        TIMESTAMP(Argument.NONE),
        TIMESTAMP_MS(Argument.NONE),
        TIMESTAMP_ISO_8601(Argument.NONE),
        PAYLOAD(Argument.OPTIONAL),
        PAYLOAD_ROOT(Argument.REQUIRED),
        PAYLOAD_KEY(Argument.OPTIONAL),
        PAYLOAD_INDEX(Argument.OPTIONAL),
        PAYLOAD_ENCODING(Argument.NONE),
        PAYLOAD_BYTES(Argument.NONE),
        PAYLOAD_CHUNK(Argument.NONE),
        PAYLOAD_CHUNKS(Argument.NONE),
        PAYLOAD_BLOCK(Argument.NONE);

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

    /** Presence of an argument after the keyword's colon. */
    enum Argument {
        NONE,
        OPTIONAL,
        REQUIRED
    }

    /**
     * Parses a reference.
     *
     * @param argument the text after the colon, {@code null} if there is none
     * @throws IllegalArgumentException if the reference is unknown or invalid; the message is a predicate, such as
     *     "needs a JSON Pointer"
     */
    static Reference of(String keyword, @Nullable String argument) {
        var kind = kind(keyword);
        if (argument != null && kind.argument() == Argument.NONE) {
            throw new IllegalArgumentException("must be ${" + keyword + "}, without a colon");
        }
        boolean isEmpty = argument == null || argument.isEmpty();
        if (isEmpty && (argument != null || kind.argument() == Argument.REQUIRED)) {
            throw new IllegalArgumentException("needs something after the colon: ${" + keyword + ":...}");
        }
        if (argument == null) {
            return new Reference(kind, "");
        }
        checkArgument(kind, argument);
        return new Reference(kind, argument);
    }

    private static Kind kind(String keyword) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.keyword().equals(keyword))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("is not a reference; did you mean ${" + nearest(keyword) + "}?"));
    }

    private static String nearest(String keyword) {
        return NearestWord.of(
                keyword,
                Arrays.stream(Kind.values())
                        .filter(kind -> !OF_STATEMENTS.contains(kind))
                        .map(Kind::keyword)
                        .toList());
    }

    private static void checkArgument(Kind kind, String argument) {
        switch (kind) {
            case MQTT_TOPIC -> {
                if (!LEVEL_NAME.matcher(argument).matches()
                        && !LEVEL_NUMBER.matcher(argument).matches()) {
                    throw new IllegalArgumentException("needs the name of a topic level, its number from 1,"
                            + " or a number and two dots for all levels from there");
                }
            }
            case PAYLOAD, PAYLOAD_ROOT -> {
                if (!(kind == Kind.PAYLOAD ? FieldPath.isOfRecord(argument) : FieldPath.isPointer(argument))) {
                    throw new IllegalArgumentException(
                            "needs a JSON Pointer after the colon, like /voltage or /values/0");
                }
            }
            case PAYLOAD_KEY, PAYLOAD_INDEX -> {
                if (!FieldPath.isOfRecord(argument)
                        || !FieldPath.ofRecord(argument).pointer().isEmpty()) {
                    throw new IllegalArgumentException(
                            "needs .. after the colon, and a further /.. for each element up");
                }
            }
            default -> {
                // user properties may have any name
            }
        }
    }

    @Override
    public Stream<Reference> references() {
        return Stream.of(this);
    }

    @Override
    public boolean isKnownOnArrival() {
        return ON_ARRIVAL.contains(kind);
    }

    /** Returns the reference that mappings use for a name of HiveMQ's SQL extensions; empty for any other name. */
    public Optional<String> nameInMappings() {
        return switch (kind) {
            case MQTT_PAYLOAD_UTF8 -> Optional.of("${payload}");
            case MQTT_PAYLOAD_BASE64 -> Optional.of("${payload-bytes}");
            case TIMESTAMP, TIMESTAMP_MS, TIMESTAMP_ISO_8601 -> Optional.of("${arrival-time}");
            default -> Optional.empty();
        };
    }

    /** Returns whether the reference is to a topic level by the name in the filter. */
    public boolean isTopicLevelName() {
        return kind == Kind.MQTT_TOPIC && !argument.isEmpty() && !Character.isDigit(argument.charAt(0));
    }

    /** Returns whether the reference is to a topic level by number. */
    public boolean isTopicLevelNumber() {
        return hasLevelNumber() && !argument.endsWith(REST_SUFFIX);
    }

    /** Returns whether the reference is to all topic levels from a given level on. */
    public boolean isRestOfTopic() {
        return hasLevelNumber() && argument.endsWith(REST_SUFFIX);
    }

    private boolean hasLevelNumber() {
        return kind == Kind.MQTT_TOPIC && !argument.isEmpty() && !isTopicLevelName();
    }

    /**
     * Returns the number of the topic level, from 1.
     *
     * @throws NumberFormatException if the reference has none
     */
    public int topicLevel() {
        return Integer.parseInt(argument.replace(REST_SUFFIX, ""));
    }

    /** Returns whether the reference is to the whole topic. */
    public boolean isWholeTopic() {
        return kind == Kind.MQTT_TOPIC && argument.isEmpty();
    }

    /** Returns whether the reference uses a JSON Pointer or a record's key, so that payloads must have fields. */
    public boolean readsJson() {
        return OF_FIELDS.contains(kind) || (kind == Kind.PAYLOAD && !argument.isEmpty());
    }

    /** Returns the payload field that the reference reads. */
    public Optional<FieldPath> field() {
        return switch (kind) {
            case PAYLOAD -> Optional.of(FieldPath.ofRecord(argument));
            case PAYLOAD_ROOT -> Optional.of(new FieldPath(Scope.MESSAGE, argument));
            case PAYLOAD_KEY ->
                Optional.of(
                        new FieldPath(Scope.KEY, FieldPath.ofRecord(argument).up(), ""));
            case PAYLOAD_INDEX ->
                Optional.of(
                        new FieldPath(Scope.INDEX, FieldPath.ofRecord(argument).up(), ""));
            default -> Optional.empty();
        };
    }

    /** Returns whether the reference is to the encoding, bytes or chunks of a raw payload. */
    public boolean readsRaw() {
        return RAW.contains(kind);
    }

    /** Returns whether equal topics always give equal values. */
    public boolean dependsOnTopicOnly() {
        return kind == Kind.MQTT_TOPIC || kind == Kind.ROUTE_ID;
    }

    /** Returns whether equal topics of one client always give equal values. */
    public boolean dependsOnPublisherOnly() {
        return dependsOnTopicOnly() || kind == Kind.MQTT_CLIENT_ID;
    }
}
