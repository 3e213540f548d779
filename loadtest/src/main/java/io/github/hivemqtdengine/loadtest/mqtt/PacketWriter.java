package io.github.hivemqtdengine.loadtest.mqtt;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes the MQTT 5 packets that a loader sends, into a buffer that goes out when it is full or flushed. */
final class PacketWriter {

    private static final int BUFFER_BYTES = 32 * 1024;
    private static final int MAX_HEADER_BYTES = 5;
    private static final byte[] PROTOCOL = {0, 4, 'M', 'Q', 'T', 'T', 5};
    private static final int CLEAN_START = 2;

    private final OutputStream out;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

    PacketWriter(OutputStream out) {
        this.out = out;
    }

    void connect(String clientId) throws IOException {
        var id = clientId.getBytes(StandardCharsets.UTF_8);
        begin(0x10, PROTOCOL.length + 4 + 2 + id.length);
        buffer.put(PROTOCOL).put((byte) CLEAN_START);
        buffer.putShort((short) 0); // no keep-alive
        buffer.put((byte) 0); // no properties
        string(id);
    }

    void subscribe(int packetId, String topicFilter, int qos) throws IOException {
        var filter = topicFilter.getBytes(StandardCharsets.UTF_8);
        begin(0x82, 2 + 1 + 2 + filter.length + 1);
        buffer.putShort((short) packetId).put((byte) 0);
        string(filter);
        buffer.put((byte) qos);
    }

    /** A PUBLISH; the packet id is not written at QoS 0. */
    void publish(byte[] topic, byte[] payload, int qos, int packetId) throws IOException {
        int idBytes = qos == 0 ? 0 : 2;
        begin(0x30 | (qos << 1), 2 + topic.length + idBytes + 1 + payload.length);
        string(topic);
        if (qos > 0) {
            buffer.putShort((short) packetId);
        }
        buffer.put((byte) 0).put(payload);
    }

    void disconnect() throws IOException {
        begin(0xE0, 0);
    }

    void flush() throws IOException {
        out.write(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    private void begin(int firstByte, int length) throws IOException {
        if (buffer.remaining() < MAX_HEADER_BYTES + length) {
            flush();
        }
        if (buffer.remaining() < MAX_HEADER_BYTES + length) {
            throw new IllegalArgumentException("A packet of " + length + " bytes is more than this loader sends");
        }
        buffer.put((byte) firstByte);
        int rest = length;
        while (rest > 0x7F) {
            buffer.put((byte) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        buffer.put((byte) rest);
    }

    private void string(byte[] utf8) {
        buffer.putShort((short) utf8.length).put(utf8);
    }
}
