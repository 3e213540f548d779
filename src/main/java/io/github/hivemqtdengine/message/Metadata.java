// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import org.jspecify.annotations.Nullable;

/**
 * Facts about a message, its connection and its broker that are kept only if a route refers to them; {@code null} for a
 * fact that is unknown or not kept.
 *
 * @param correlationData correlation data of MQTT 5; never modified
 * @param payloadFormatIndicator payload format indicator of MQTT 5, 0 or 1
 * @param packetId packet identifier, 1 to 65,535; clients reuse it
 * @param clientAddress address of the publisher, as text
 * @param clientListener name of the listener that the publisher has connected to
 * @param clientMqttVersion 3.1, 3.1.1 or 5
 * @param clientCertificateCn common name of the publisher's certificate
 * @param brokerNode name of the broker's node
 */
@SuppressWarnings("ArrayRecordComponent") // copied once, when the broker hands the packet over
public record Metadata(
        byte @Nullable [] correlationData,
        @Nullable Integer payloadFormatIndicator,
        @Nullable Integer packetId,
        @Nullable String clientAddress,
        @Nullable String clientListener,
        @Nullable String clientMqttVersion,
        @Nullable String clientCertificateCn,
        @Nullable String brokerNode) {

    /** Fact that a route may refer to; the constants are in the order of the record's components. */
    public enum Fact {
        CORRELATION_DATA,
        PAYLOAD_FORMAT_INDICATOR,
        PACKET_ID,
        CLIENT_ADDRESS,
        CLIENT_LISTENER,
        CLIENT_MQTT_VERSION,
        CLIENT_CERTIFICATE_CN,
        BROKER_NODE
    }

    public static final Metadata NONE = new Metadata(null, null, null, null, null, null, null, null);

    /** Approximate heap size of the record with two boxed numbers, and of each string without its characters. */
    private static final int RECORD_BYTES = 80;

    private static final int STRING_BYTES = 56;

    /** Returns the shared {@link #NONE} if all facts are {@code null}, and else this object. */
    public Metadata orNone() {
        return isNone() ? NONE : this;
    }

    /** Returns whether no fact is kept. */
    public boolean isNone() {
        return equals(NONE);
    }

    /** Returns the approximate heap size in bytes. */
    public int weight() {
        return isNone()
                ? 0
                : RECORD_BYTES
                        + (correlationData == null ? 0 : correlationData.length)
                        + weight(clientAddress)
                        + weight(clientListener)
                        + weight(clientMqttVersion)
                        + weight(clientCertificateCn)
                        + weight(brokerNode);
    }

    private static int weight(@Nullable String text) {
        return text == null ? 0 : STRING_BYTES + text.length();
    }
}
