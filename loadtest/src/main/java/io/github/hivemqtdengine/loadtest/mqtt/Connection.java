package io.github.hivemqtdengine.loadtest.mqtt;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** One MQTT 5 connection with a clean session. One thread may read while another writes. */
final class Connection implements AutoCloseable {

    private static final int HANDSHAKE_TIMEOUT_MILLIS =
            Math.toIntExact(Duration.ofSeconds(30).toMillis());
    private static final int FIRST_FAILURE_CODE = 0x80;

    private final Socket socket;
    private final PacketReader reader;
    private final PacketWriter writer;

    private Connection(Socket socket) throws IOException {
        this.socket = socket;
        this.reader = new PacketReader(socket.getInputStream());
        this.writer = new PacketWriter(socket.getOutputStream());
    }

    /** Connects, and waits for the broker's consent. */
    static Connection open(InetSocketAddress broker, String clientId) throws IOException {
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(broker, HANDSHAKE_TIMEOUT_MILLIS);
            var connection = new Connection(socket);
            connection.writer.connect(clientId);
            connection.writer.flush();
            connection.expect(PacketReader.CONNACK);
            return connection;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Subscribes, and waits for the broker's consent. */
    void subscribe(String topicFilter, int qos) throws IOException {
        writer.subscribe(1, topicFilter, qos);
        writer.flush();
        expect(PacketReader.SUBACK);
    }

    private void expect(int type) throws IOException {
        socket.setSoTimeout(HANDSHAKE_TIMEOUT_MILLIS);
        if (!reader.next() || reader.type() != type || reader.reasonCode() >= FIRST_FAILURE_CODE) {
            throw new IOException("The broker did not accept a client");
        }
        socket.setSoTimeout(0);
    }

    PacketReader reader() {
        return reader;
    }

    PacketWriter writer() {
        return writer;
    }

    /** Gives a thread that reads the end of the stream. */
    void endReading() throws IOException {
        socket.shutdownInput();
    }

    /** Says goodbye and closes. */
    @Override
    public void close() throws IOException {
        try (socket) {
            writer.disconnect();
            writer.flush();
        }
    }
}
