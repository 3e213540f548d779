// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Topic of a Sparkplug B message: {@code spBv1.0/group/TYPE/node[/device]}, or {@code spBv1.0/STATE/host}.
 *
 * @param group group id; empty for {@link MessageType#STATE}
 * @param node edge node id; the host id for {@link MessageType#STATE}
 * @param device device id, or {@code null} if the message is from the edge node itself
 */
public record SparkplugTopic(
        String group,
        MessageType type,
        String node,
        @Nullable String device) {

    /** First level of the topics. */
    public static final String NAMESPACE = "spBv1.0";

    private static final int LONGEST_ID = 256;
    private static final int LEVELS_OF_NODE = 4;
    private static final int LEVELS_OF_DEVICE = 5;
    private static final int LEVELS_OF_STATE = 3;

    /** Message types in their form in the topic. */
    public enum MessageType {
        NBIRTH,
        NDATA,
        NDEATH,
        DBIRTH,
        DDATA,
        DDEATH,
        NCMD,
        DCMD,
        STATE;

        public boolean isBirth() {
            return this == NBIRTH || this == DBIRTH;
        }

        public boolean isDeath() {
            return this == NDEATH || this == DDEATH;
        }

        public boolean isData() {
            return this == NDATA || this == DDATA;
        }

        /** Returns whether the topic names a device. */
        boolean isOfDevice() {
            return this == DBIRTH || this == DDATA || this == DDEATH || this == DCMD;
        }
    }

    /**
     * Parses a topic. The topic {@code STATE/host} of Sparkplug 2.2 is accepted.
     *
     * @throws DecodeException if the topic is not one of Sparkplug B, or an id is empty or longer than 256 bytes
     */
    public static SparkplugTopic parse(String topic) throws DecodeException {
        var levels = topic.split("/", LEVELS_OF_DEVICE + 1);
        if (levels.length == LEVELS_OF_STATE && levels[0].equals(NAMESPACE) && isState(levels[1])) {
            return new SparkplugTopic("", MessageType.STATE, id(levels[2]), null);
        }
        if (levels.length == 2 && isState(levels[0])) {
            return new SparkplugTopic("", MessageType.STATE, id(levels[1]), null);
        }
        if (!levels[0].equals(NAMESPACE) || levels.length < LEVELS_OF_NODE) {
            throw malformed();
        }
        var type = type(levels[2]);
        if (levels.length != (type.isOfDevice() ? LEVELS_OF_DEVICE : LEVELS_OF_NODE)) {
            throw malformed();
        }
        return new SparkplugTopic(id(levels[1]), type, id(levels[3]), type.isOfDevice() ? id(levels[4]) : null);
    }

    /** Returns the topic of commands to an edge node. */
    public static String commandTopic(String group, String node) {
        return NAMESPACE + "/" + group + "/" + MessageType.NCMD + "/" + node;
    }

    /** Returns the topic of the BIRTHs of an edge node, or of a device. */
    public static String birthTopic(String group, String node, @Nullable String device) {
        var type = device == null ? MessageType.NBIRTH : MessageType.DBIRTH;
        return NAMESPACE + "/" + group + "/" + type + "/" + node + (device == null ? "" : "/" + device);
    }

    /** Returns whether a topic may be one of Sparkplug; cheaper than {@link #parse}. */
    public static boolean mayBe(String topic) {
        return topic.startsWith(NAMESPACE);
    }

    /** Returns whether a topic may be that of a BIRTH; cheaper than {@link #parse}. */
    public static boolean mayBeBirth(String topic) {
        return mayBe(topic) && topic.contains("BIRTH/");
    }

    private static boolean isState(String level) {
        return level.equals(MessageType.STATE.name());
    }

    private static MessageType type(String level) throws DecodeException {
        for (var type : MessageType.values()) {
            if (type != MessageType.STATE && type.name().equals(level)) {
                return type;
            }
        }
        throw malformed();
    }

    private static String id(String level) throws DecodeException {
        if (level.isEmpty()) {
            throw malformed();
        }
        if (level.length() > LONGEST_ID || level.getBytes(StandardCharsets.UTF_8).length > LONGEST_ID) {
            throw new DecodeException(Fault.LIMIT, "The topic has an id of more than " + LONGEST_ID + " bytes", -1);
        }
        return level;
    }

    private static DecodeException malformed() {
        return new DecodeException(
                Fault.MALFORMED,
                "The topic is not one of Sparkplug B, such as spBv1.0/group/NDATA/node or"
                        + " spBv1.0/group/DDATA/node/device",
                -1);
    }
}
