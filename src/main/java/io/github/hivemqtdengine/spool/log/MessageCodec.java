// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.InboundMessage.Origin;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.message.TextBytes;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Codec of a message and its route as the body of a record: strings as a length and UTF-8 bytes, numbers big-endian. A
 * change of the format needs another {@link SegmentHeader#VERSION}. Earlier versions stay readable, since their records
 * lack the flags of later fields.
 */
public final class MessageCodec {

    private static final int NO_TEXT = -1;
    private static final int BYTES_PER_CHAR = 3;
    private static final int FIXED_BYTES = 64;

    private static final int QOS_BITS = 3;
    private static final int RETAIN = 4;
    private static final int DUPLICATE = 8;
    private static final int REPLAYED = 16;

    /** The message expiry interval follows the user properties; since version 2. */
    private static final int EXPIRES = 32;

    /** The further flags below follow as 4 bytes, and then the facts that they announce; since version 4. */
    private static final int MORE = 64;

    /** Only with {@link #REPLAYED}; since version 4. */
    private static final int COPIED = 128;

    private static final int CORRELATION_DATA = 1;
    private static final int PAYLOAD_FORMAT_INDICATOR = 2;
    private static final int PACKET_ID = 4;
    private static final int CLIENT_ADDRESS = 8;
    private static final int CLIENT_LISTENER = 16;
    private static final int CLIENT_MQTT_VERSION = 32;
    private static final int CLIENT_CERTIFICATE_CN = 64;
    private static final int BROKER_NODE = 128;
    private static final int ALL_FACTS = 255;

    private MessageCodec() {}

    /** Returns the most bytes that a message without its payload may take; cheaper than {@link #exactBytes}. */
    static long maxBytes(String routeId, InboundMessage message) {
        return bytes(routeId, message, text -> text == null ? 0 : (long) BYTES_PER_CHAR * text.length());
    }

    /** Returns the bytes that a message without its payload takes, rounded up by some of the fixed bytes. */
    static long exactBytes(String routeId, InboundMessage message) {
        return bytes(routeId, message, TextBytes::utf8);
    }

    private static long bytes(String routeId, InboundMessage message, ToLongFunction<@Nullable String> ofText) {
        var properties = message.properties();
        long bytes = FIXED_BYTES;
        bytes += bytes(routeId, ofText) + bytes(message.topic(), ofText) + bytes(message.clientId(), ofText);
        bytes += bytes(message.userName(), ofText) + bytes(properties.contentType(), ofText);
        bytes += bytes(properties.responseTopic(), ofText);
        for (var property : properties.userProperties()) {
            bytes += bytes(property.name(), ofText) + bytes(property.value(), ofText);
        }
        return message.metadata().isNone() ? bytes : bytes + bytes(message.metadata(), ofText);
    }

    private static long bytes(Metadata facts, ToLongFunction<@Nullable String> ofText) {
        var correlationData = facts.correlationData();
        return (correlationData == null ? 0 : Integer.BYTES + correlationData.length)
                + bytes(facts.clientAddress(), ofText)
                + bytes(facts.clientListener(), ofText)
                + bytes(facts.clientMqttVersion(), ofText)
                + bytes(facts.clientCertificateCn(), ofText)
                + bytes(facts.brokerNode(), ofText);
    }

    private static long bytes(@Nullable String text, ToLongFunction<@Nullable String> ofText) {
        return Integer.BYTES + ofText.applyAsLong(text);
    }

    /** Returns the fewest bytes of a message without payload: a string has no fewer bytes than characters. */
    static int minBytes(String routeId, InboundMessage message) {
        return routeId.length() + message.topic().length() + message.clientId().length();
    }

    /**
     * Writes a message except its payload, which follows. Allocates nothing if all strings are ASCII.
     *
     * @param out array-backed: a put for each character takes longer than a store into the array
     */
    static void encode(String routeId, InboundMessage message, ByteBuffer out) {
        var properties = message.properties();
        out.put(flags(message));
        out.putLong(message.arrivalMicros());
        put(routeId, out);
        put(message.topic(), out);
        put(message.clientId(), out);
        put(message.userName(), out);
        put(properties.contentType(), out);
        put(properties.responseTopic(), out);
        out.putInt(properties.userProperties().size());
        for (var property : properties.userProperties()) {
            put(property.name(), out);
            put(property.value(), out);
        }
        if (properties.messageExpiry() != null) {
            out.putInt(properties.messageExpiry().intValue());
        }
        if (!message.metadata().isNone()) {
            put(message.metadata(), out);
        }
        out.putInt(message.payload().length);
    }

    private static byte flags(InboundMessage message) {
        return (byte) (message.qos()
                | (message.retain() ? RETAIN : 0)
                | (message.duplicate() ? DUPLICATE : 0)
                | (message.replayed() ? REPLAYED : 0)
                | (message.origin() == Origin.COPIED ? COPIED : 0)
                | (message.properties().messageExpiry() != null ? EXPIRES : 0)
                | (message.metadata().isNone() ? 0 : MORE));
    }

    private static void put(Metadata facts, ByteBuffer out) {
        out.putInt(flags(facts));
        if (facts.correlationData() != null) {
            out.putInt(facts.correlationData().length).put(facts.correlationData());
        }
        if (facts.payloadFormatIndicator() != null) {
            out.put(facts.payloadFormatIndicator().byteValue());
        }
        if (facts.packetId() != null) {
            out.putShort(facts.packetId().shortValue());
        }
        putIfPresent(facts.clientAddress(), out);
        putIfPresent(facts.clientListener(), out);
        putIfPresent(facts.clientMqttVersion(), out);
        putIfPresent(facts.clientCertificateCn(), out);
        putIfPresent(facts.brokerNode(), out);
    }

    private static int flags(Metadata facts) {
        return (facts.correlationData() != null ? CORRELATION_DATA : 0)
                | (facts.payloadFormatIndicator() != null ? PAYLOAD_FORMAT_INDICATOR : 0)
                | (facts.packetId() != null ? PACKET_ID : 0)
                | (facts.clientAddress() != null ? CLIENT_ADDRESS : 0)
                | (facts.clientListener() != null ? CLIENT_LISTENER : 0)
                | (facts.clientMqttVersion() != null ? CLIENT_MQTT_VERSION : 0)
                | (facts.clientCertificateCn() != null ? CLIENT_CERTIFICATE_CN : 0)
                | (facts.brokerNode() != null ? BROKER_NODE : 0);
    }

    private static void putIfPresent(@Nullable String text, ByteBuffer out) {
        if (text != null) {
            put(text, out);
        }
    }

    private static void put(@Nullable String text, ByteBuffer out) {
        if (text == null) {
            out.putInt(NO_TEXT);
            return;
        }
        var array = out.array();
        int start = out.position() + Integer.BYTES;
        int offset = out.arrayOffset() + start;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                putUtf8(text, out);
                return;
            }
            array[offset + i] = (byte) c;
        }
        out.putInt(text.length()).position(start + text.length());
    }

    private static void putUtf8(String text, ByteBuffer out) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        out.putInt(bytes.length);
        out.put(bytes);
    }

    /**
     * Reads the output of {@link #encode}.
     *
     * @throws IllegalArgumentException if the bytes are not a message
     */
    public static LoggedMessage decode(long number, ByteBuffer in) {
        try {
            return message(number, in);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("The record ends too early", e);
        }
    }

    private static LoggedMessage message(long number, ByteBuffer in) {
        int flags = in.get();
        long arrival = in.getLong();
        var routeId = text(in);
        var topic = text(in);
        var clientId = text(in);
        var userName = textOrNull(in);
        var properties = properties(in, (flags & EXPIRES) != 0);
        var metadata = (flags & MORE) != 0 ? metadata(in, in.getInt()) : Metadata.NONE;
        return new LoggedMessage(
                number,
                routeId,
                new InboundMessage(
                        topic,
                        bytes(in, in.getInt()),
                        clientId,
                        userName,
                        flags & QOS_BITS,
                        (flags & RETAIN) != 0,
                        (flags & DUPLICATE) != 0,
                        properties,
                        arrival,
                        (flags & REPLAYED) == 0
                                ? Origin.BROKER
                                : (flags & COPIED) == 0 ? Origin.REPLAYED : Origin.COPIED,
                        metadata));
    }

    private static Mqtt5Properties properties(ByteBuffer in, boolean expires) {
        var contentType = textOrNull(in);
        var responseTopic = textOrNull(in);
        int count = in.getInt();
        List<UserProperty> userProperties = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            userProperties.add(new UserProperty(text(in), text(in)));
        }
        Long messageExpiry = expires ? (Long) Integer.toUnsignedLong(in.getInt()) : null;
        return Mqtt5Properties.of(contentType, responseTopic, messageExpiry, userProperties);
    }

    private static Metadata metadata(ByteBuffer in, int facts) {
        if ((facts & ~ALL_FACTS) != 0) {
            throw new IllegalArgumentException("A fact is unknown");
        }
        return new Metadata(
                        (facts & CORRELATION_DATA) != 0 ? bytes(in, in.getInt()) : null,
                        (facts & PAYLOAD_FORMAT_INDICATOR) != 0 ? (Integer) (int) in.get() : null,
                        (facts & PACKET_ID) != 0 ? (Integer) Short.toUnsignedInt(in.getShort()) : null,
                        (facts & CLIENT_ADDRESS) != 0 ? text(in) : null,
                        (facts & CLIENT_LISTENER) != 0 ? text(in) : null,
                        (facts & CLIENT_MQTT_VERSION) != 0 ? text(in) : null,
                        (facts & CLIENT_CERTIFICATE_CN) != 0 ? text(in) : null,
                        (facts & BROKER_NODE) != 0 ? text(in) : null)
                .orNone();
    }

    private static String text(ByteBuffer in) {
        var text = textOrNull(in);
        if (text == null) {
            throw new IllegalArgumentException("A string is missing");
        }
        return text;
    }

    private static @Nullable String textOrNull(ByteBuffer in) {
        int length = in.getInt();
        return length == NO_TEXT ? null : new String(bytes(in, length), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        var bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }
}
