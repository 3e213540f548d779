// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.demo.EmbeddedBroker;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** An MQTT 3.1 client. The HiveMQ client speaks only 3.1.1 and 5. */
public final class Mqtt31Client implements Closeable {

    private static final int CONNECT = 0x10;
    private static final int CONNACK = 0x20;
    private static final int PUBLISH = 0x30;
    private static final int PUBACK = 0x40;
    private static final int PUBREC = 0x50;
    private static final int PUBREL = 0x62;
    private static final int PUBCOMP = 0x70;
    private static final int DISCONNECT = 0xe0;
    private static final int CLEAN_SESSION = 0x02;
    private static final int KEEP_ALIVE_SECONDS = 60;

    private final Socket socket;
    private final DataInputStream in;
    private int lastPacketId;

    private Mqtt31Client(Socket socket) throws IOException {
        this.socket = socket;
        in = new DataInputStream(socket.getInputStream());
    }

    /** Connects and waits for the broker's CONNACK. */
    public static Mqtt31Client connect(EmbeddedBroker broker, String clientId) throws IOException {
        var client = new Mqtt31Client(new Socket(InetAddress.getLoopbackAddress(), broker.mqttPort()));
        client.socket.setSoTimeout((int) Patience.LIMIT.toMillis());
        client.write(CONNECT, packet -> {
            packet.writeUTF("MQIsdp");
            packet.writeByte(3);
            packet.writeByte(CLEAN_SESSION);
            packet.writeShort(KEEP_ALIVE_SECONDS);
            packet.writeUTF(clientId);
        });
        assertThat(client.read(CONNACK)).as("return code").isZero();
        return client;
    }

    /** Publishes a message and waits until the handshake of its QoS is complete. */
    public void publish(String topic, int qos, byte[] payload) throws IOException {
        int packetId = ++lastPacketId;
        write(PUBLISH | qos << 1, packet -> {
            packet.writeUTF(topic);
            if (qos > 0) {
                packet.writeShort(packetId);
            }
            packet.write(payload);
        });
        if (qos == 1) {
            assertThat(read(PUBACK)).as("packet identifier").isEqualTo(packetId);
        }
        if (qos == 2) {
            assertThat(read(PUBREC)).as("packet identifier").isEqualTo(packetId);
            write(PUBREL, packet -> packet.writeShort(packetId));
            assertThat(read(PUBCOMP)).as("packet identifier").isEqualTo(packetId);
        }
    }

    @Override
    public void close() throws IOException {
        try (socket) {
            write(DISCONNECT, packet -> {});
        }
    }

    private void write(int header, PacketWriter writer) throws IOException {
        var rest = new ByteArrayOutputStream();
        writer.write(new DataOutputStream(rest));
        assertThat(rest.size()).as("a length of one byte").isLessThan(128);
        var packet = new ByteArrayOutputStream();
        packet.write(header);
        packet.write(rest.size());
        rest.writeTo(packet);
        socket.getOutputStream().write(packet.toByteArray());
    }

    /** Reads a packet of two bytes and returns them as a number. */
    private int read(int header) throws IOException {
        assertThat(in.readUnsignedByte()).as("packet type").isEqualTo(header);
        assertThat(in.readUnsignedByte()).as("remaining length").isEqualTo(2);
        return in.readUnsignedShort();
    }

    @FunctionalInterface
    private interface PacketWriter {
        void write(DataOutputStream packet) throws IOException;
    }
}
