// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.github.hivemqtdengine.loadtest.mqtt.Measured;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Messages over a stream in each direction: the length in four bytes, followed by JSON. Measurements follow their
 * message as compressed bytes. One thread may write while another one reads.
 */
final class MessageStream {

    private static final int MOST_BYTES = 64 << 20;
    private static final int BUFFER = 1 << 16;
    private static final String NO_MORE = "its output has ended";
    private static final String NO_MESSAGE = "it sent something that is no message of the load tests";

    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .annotationIntrospector(new SealedTypes())
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS) // only the components of records
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private final DataInputStream in;
    private final DataOutputStream out;

    MessageStream(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        this.out = new DataOutputStream(new BufferedOutputStream(out, BUFFER));
    }

    void write(Message message) throws IOException {
        var content = JSON.writerFor(Message.class).writeValueAsBytes(message);
        if (content.length > MOST_BYTES) {
            throw new IOException("A message of " + content.length + " bytes is too long, the most is " + MOST_BYTES);
        }
        try {
            out.writeInt(content.length);
            out.write(content);
            out.flush();
        } catch (IOException e) {
            throw new IOException("its input has ended", e);
        }
    }

    /** @throws IOException if the stream has ended, or has something other than a message */
    Message read() throws IOException {
        var header = readBytes(Integer.BYTES);
        if (header.length == 0) {
            throw new IOException(NO_MORE);
        }
        int length =
                header.length < Integer.BYTES ? -1 : ByteBuffer.wrap(header).getInt();
        var content = length < 0 || length > MOST_BYTES ? new byte[0] : readBytes(length);
        try {
            var message = JSON.readValue(content, Message.class);
            if (message == null) {
                throw new IOException(NO_MESSAGE);
            }
            return message;
        } catch (JsonProcessingException e) {
            throw new IOException(NO_MESSAGE, e);
        }
    }

    /** The stream of a process that has ended may be closed while it is read. */
    private byte[] readBytes(int most) throws IOException {
        try {
            return in.readNBytes(most);
        } catch (IOException e) {
            throw new IOException(NO_MORE, e);
        }
    }

    void write(Measured measured) throws IOException {
        var deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            var compressed = new DeflaterOutputStream(out, deflater, BUFFER);
            var data = new DataOutputStream(new BufferedOutputStream(compressed, BUFFER));
            measured.write(data);
            data.flush();
            compressed.finish();
            out.flush();
        } finally {
            deflater.end();
        }
    }

    /**
     * Reads measurements, after which the agent sends nothing unasked.
     *
     * @param plan plan of the whole load
     * @param most most bytes
     * @throws IOException if they are malformed or longer
     */
    Measured read(LoadPlan plan, long most) throws IOException {
        var inflater = new Inflater();
        try {
            var data = new DataInputStream(
                    new BufferedInputStream(new Limited(new InflaterInputStream(in, inflater, BUFFER), most), BUFFER));
            var measured = Measured.read(data, plan);
            if (data.read() >= 0) {
                throw new IOException("it sent results without an end");
            }
            return measured;
        } finally {
            inflater.end();
        }
    }

    private static final class Limited extends FilterInputStream {

        private final long most;
        private long left;

        Limited(InputStream in, long most) {
            super(in);
            this.most = most;
            this.left = most;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (left <= 0) {
                throw new IOException("it has more than " + (most >> 20)
                        + " MiB of results: send fewer messages, or use more agents");
            }
            int read = super.read(buffer, offset, (int) Math.min(length, left));
            left -= Math.max(0, read);
            return read;
        }
    }
}
