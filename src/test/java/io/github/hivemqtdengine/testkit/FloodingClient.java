// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;

/** A client of MQTT 3.1.1 that writes PUBLISH packets as fast as the socket takes them, and reads no answers. */
public final class FloodingClient implements Closeable {

    private static final int CONNECT = 0x10;
    private static final int PUBLISH = 0x30;
    private static final int QOS_1 = 0x02;
    private static final int BYTES_AT_ONCE = 64 * 1_024;

    private final Socket socket;

    private FloodingClient(Socket socket) {
        this.socket = socket;
    }

    /** Connects and waits until the broker answers. */
    public static FloodingClient connect(int port, String clientId) throws IOException {
        var client = new FloodingClient(new Socket(InetAddress.getLoopbackAddress(), port));
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeUTF("MQTT");
        out.writeByte(4);
        out.writeByte(0x02);
        out.writeShort(600);
        out.writeUTF(clientId);
        client.socket.getOutputStream().write(packet(CONNECT, bytes.toByteArray()));
        client.socket.getInputStream().skipNBytes(4);
        return client;
    }

    /** Publishes one message of QoS 1, and does not wait for its acknowledgement. */
    public void publishUnacknowledged(String topic) throws IOException {
        var out = new ByteArrayOutputStream();
        out.write(text(topic));
        out.write(new byte[] {0, 1, 'x'});
        socket.getOutputStream().write(packet(PUBLISH | QOS_1, out.toByteArray()));
    }

    /** Publishes one message of QoS 0. */
    public void publish(String topic, byte[] payload) throws IOException {
        socket.getOutputStream().write(packet(PUBLISH, publishBody(topic, payload)));
    }

    /**
     * Publishes with QoS 0 until at least {@code messages} are written, or the broker closes the connection.
     *
     * @return the number of messages written
     */
    public long flood(String topic, int payloadBytes, long messages) throws IOException {
        return flood(number -> topic, payloadBytes, messages);
    }

    /** The same with a topic for each number; the numbers of one write are reused in the next. */
    public long flood(IntFunction<String> topics, int payloadBytes, long messages) throws IOException {
        var payload = "y".repeat(payloadBytes).getBytes(StandardCharsets.UTF_8);
        int atOnce = Math.toIntExact(Math.min(messages, Math.max(1, BYTES_AT_ONCE / (payloadBytes + 1))));
        var many = new ByteArrayOutputStream();
        for (int i = 0; i < atOnce; i++) {
            many.writeBytes(packet(PUBLISH, publishBody(topics.apply(i), payload)));
        }
        long written = 0;
        try {
            while (written < messages) {
                many.writeTo(socket.getOutputStream());
                written += atOnce;
            }
        } catch (SocketException e) {
            return written;
        }
        return written;
    }

    private static byte[] publishBody(String topic, byte[] payload) throws IOException {
        var body = new ByteArrayOutputStream();
        body.write(text(topic));
        body.write(payload);
        return body.toByteArray();
    }

    private static byte[] text(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        new DataOutputStream(bytes).writeUTF(text);
        return bytes.toByteArray();
    }

    private static byte[] packet(int header, byte[] body) {
        var out = new ByteArrayOutputStream();
        out.write(header);
        int rest = body.length;
        do {
            out.write(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
            rest >>= 7;
        } while (rest > 0);
        out.writeBytes(body);
        return out.toByteArray();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
