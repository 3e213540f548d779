// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.demo.EmbeddedBroker;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An MQTT client that can vanish without a word, which those of a library don't: closing it closes the socket. */
public final class RawClient implements Closeable {

    /** A test that waits for an answer in vain fails. */
    private static final int PATIENCE_MILLIS = 120_000;

    private static final int CONNECT = 0x10;
    private static final int CONNACK = 0x20;
    private static final int PUBLISH_QOS_0 = 0x30;
    private static final int PUBLISH_QOS_1 = 0x32;
    private static final int PUBLISH_QOS_2 = 0x34;
    private static final int DUP = 0x08;
    private static final int PUBREC = 0x50;
    private static final int DISCONNECT = 0xe0;
    private static final int WILL_DELAY = 0x18;
    private static final int SESSION_EXPIRY = 0x11;

    private final Socket socket;

    private RawClient(Socket socket) {
        this.socket = socket;
    }

    /**
     * Content of a CONNECT packet of MQTT 5.
     *
     * @param willTopic the topic of its will, {@code null} if it has none
     * @param willPayload the payload of its will
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Connect(
            String clientId,
            boolean cleanStart,
            int sessionExpiry,
            @Nullable String willTopic,
            byte[] willPayload,
            int willDelay) {

        private static final byte[] GONE = {'g', 'o', 'n', 'e'};

        /** A client without a will, and with a session of five minutes. */
        public static Connect withSession(String clientId) {
            return new Connect(clientId, true, 300, null, GONE, 0);
        }

        /** A client without a session that outlives the connection, and with a will that does not wait. */
        public static Connect withWill(String clientId, String willTopic) {
            return withWill(clientId, willTopic, GONE);
        }

        /** The same with another payload of the will. */
        public static Connect withWill(String clientId, String willTopic, byte[] willPayload) {
            return new Connect(clientId, true, 0, willTopic, willPayload, 0);
        }

        /** The same with a session of {@code seconds} and a will delay of {@code delay} seconds. */
        public Connect lasting(int seconds, int delay) {
            return new Connect(clientId, cleanStart, seconds, willTopic, willPayload, delay);
        }

        /** The same, resuming the existing session. */
        public Connect again() {
            return new Connect(clientId, false, sessionExpiry, willTopic, willPayload, willDelay);
        }

        private byte[] packet() throws IOException {
            var bytes = new ByteArrayOutputStream();
            var out = new DataOutputStream(bytes);
            out.writeUTF("MQTT");
            out.writeByte(5);
            out.writeByte((willTopic == null ? 0 : 0x04) | (cleanStart ? 0x02 : 0));
            out.writeShort(600);
            out.writeByte(5);
            out.writeByte(SESSION_EXPIRY);
            out.writeInt(sessionExpiry);
            out.writeUTF(clientId);
            if (willTopic != null) {
                out.writeByte(5);
                out.writeByte(WILL_DELAY);
                out.writeInt(willDelay);
                out.writeUTF(willTopic);
                out.writeShort(willPayload.length);
                out.write(willPayload);
            }
            return bytes.toByteArray();
        }
    }

    /** Connects and waits until the broker answers. */
    public static RawClient connect(EmbeddedBroker broker, Connect connect) throws IOException {
        var client = new RawClient(new Socket(InetAddress.getLoopbackAddress(), broker.mqttPort()));
        client.socket.setSoTimeout(PATIENCE_MILLIS);
        client.write(CONNECT, connect.packet());
        client.read(CONNACK); // nothing stays unread, or the socket would be reset instead of closed
        return client;
    }

    /** Publishes with QoS 0. */
    public void publish(String topic, byte[] payload) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeUTF(topic);
        out.writeByte(0); // no properties
        out.write(payload);
        write(PUBLISH_QOS_0, bytes.toByteArray());
    }

    /** Publishes with QoS 2 and returns at once. */
    public void publish(String topic, int packetId, boolean isDuplicate) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeUTF(topic);
        out.writeShort(packetId);
        out.writeByte(0); // no properties
        out.writeBytes("x");
        write(PUBLISH_QOS_2 | (isDuplicate ? DUP : 0), bytes.toByteArray());
    }

    /** Publishes two messages of QoS 1 with the same packet identifier in one write. */
    public void publishBoth(String first, String second, int packetId) throws IOException {
        var packets = new ByteArrayOutputStream();
        for (var topic : List.of(first, second)) {
            var bytes = new ByteArrayOutputStream();
            var out = new DataOutputStream(bytes);
            out.writeUTF(topic);
            out.writeShort(packetId);
            out.writeByte(0); // no properties
            out.writeBytes("x");
            packets.write(PUBLISH_QOS_1);
            packets.write(bytes.size());
            packets.writeBytes(bytes.toByteArray());
        }
        socket.getOutputStream().write(packets.toByteArray());
    }

    /**
     * Waits for the broker's answer to a publish of QoS 2.
     *
     * @return whether it is an acknowledgement with success; if not, the broker has refused the message or disconnected
     */
    public boolean isAcknowledged() throws IOException {
        int type = socket.getInputStream().read();
        if (type != PUBREC) {
            return false;
        }
        var rest = socket.getInputStream().readNBytes(socket.getInputStream().read());
        return rest.length == 2 || rest[2] == 0;
    }

    /** Closes the sending half of the connection only. */
    public void endSending() throws IOException {
        socket.shutdownOutput();
    }

    /** Waits until the broker has ended the connection. */
    public void awaitEnd() throws IOException {
        socket.getInputStream().readAllBytes();
    }

    private byte[] read(int type) throws IOException {
        var in = socket.getInputStream();
        assertThat(in.read()).as("the answer's type").isEqualTo(type);
        return in.readNBytes(in.read());
    }

    /** Says goodbye with a reason code, and leaves. */
    public void disconnect(int reasonCode) throws IOException {
        write(DISCONNECT, new byte[] {(byte) reasonCode, 0});
        close();
    }

    private void write(int type, byte[] rest) throws IOException {
        var packet = new ByteArrayOutputStream();
        packet.write(type);
        int length = rest.length;
        for (; length > 127; length >>>= 7) {
            packet.write((length & 127) | 128);
        }
        packet.write(length);
        packet.writeBytes(rest);
        socket.getOutputStream().write(packet.toByteArray());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
