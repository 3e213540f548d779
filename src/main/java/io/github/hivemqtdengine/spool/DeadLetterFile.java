package io.github.hivemqtdengine.spool;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.github.hivemqtdengine.message.UserProperty;
import io.github.hivemqtdengine.pipeline.DeadLetter;
import io.github.hivemqtdengine.pipeline.DeadLetters;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dead letters as lines of JSON in one file that is only ever appended to. A line is in the page cache when {@link
 * #keep} returns, so it survives the death of the process. The file is created with the first letter. May be used by
 * many threads.
 */
public final class DeadLetterFile implements DeadLetters, AutoCloseable {

    private static final int CHUNK = 64 * 1_024;
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterFile.class);

    private final Path file;
    private final long maxBytes;
    private final Clock clock;
    private final JsonFactory json =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    private @Nullable FileChannel channel;
    /** Buffers what goes into the channel. */
    private OutputStream line = OutputStream.nullOutputStream();

    private boolean failing;

    /**
     * @param file the file, in a folder that is created if need be
     * @param maxBytes the size at which the file takes no more
     * @param clock the time that a letter carries
     */
    public DeadLetterFile(Path file, long maxBytes, Clock clock) {
        this.file = file;
        this.maxBytes = maxBytes;
        this.clock = clock;
    }

    @Override
    public synchronized boolean keep(DeadLetter letter) {
        try {
            append(letter);
            failing = false;
            return true;
        } catch (IOException | RuntimeException | Error e) {
            if (!failing) {
                LOG.error("Dead letters can't be kept in {}, such messages are dropped: {}", file, e.toString());
            }
            failing = true;
            return false;
        }
    }

    private void append(DeadLetter letter) throws IOException {
        var open = open();
        long start = open.size();
        checkRoom(start + letter.message().payload().length);
        boolean kept = false;
        try {
            write(letter);
            checkRoom(open.size());
            kept = true;
        } finally {
            if (!kept) {
                takeBack(open, start);
            }
        }
    }

    /** No half line stays behind, nor what the buffer still holds of it. */
    private void takeBack(FileChannel open, long start) throws IOException {
        try {
            open.truncate(start);
        } finally {
            close();
        }
    }

    private void checkRoom(long size) throws IOException {
        if (size > maxBytes) {
            throw new IOException("the file has reached " + maxBytes + " bytes; move it away");
        }
    }

    private FileChannel open() throws IOException {
        if (channel == null || !Files.exists(file)) {
            close();
            Files.createDirectories(file.toAbsolutePath().getParent());
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
            line = new BufferedOutputStream(Channels.newOutputStream(channel), CHUNK);
            endTornLine();
        }
        return channel;
    }

    /** What was being written when a process died stays a line of its own. */
    private void endTornLine() throws IOException {
        try (var reader = new RandomAccessFile(file.toFile(), "r")) {
            if (reader.length() > 0) {
                reader.seek(reader.length() - 1);
                if (reader.read() != '\n') {
                    line.write('\n');
                }
            }
        }
    }

    /** Writes piece by piece: a payload may be as long as MQTT allows, 256 MiB. */
    private void write(DeadLetter letter) throws IOException {
        var message = letter.message();
        try (var out = json.createGenerator(line)) {
            out.writeStartObject();
            out.writeStringField(
                    "time", clock.instant().truncatedTo(ChronoUnit.MICROS).toString());
            out.writeStringField("route", letter.routeId());
            out.writeStringField("reason", letter.reason().name().toLowerCase(Locale.ROOT));
            out.writeStringField("detail", letter.detail());
            out.writeStringField("topic", message.topic());
            out.writeStringField("client", message.clientId());
            out.writeStringField("user", message.userName());
            out.writeNumberField("qos", message.qos());
            out.writeBooleanField("retain", message.retain());
            out.writeBooleanField("duplicate", message.duplicate());
            out.writeStringField(
                    "arrival",
                    Instant.EPOCH
                            .plus(message.arrivalMicros(), ChronoUnit.MICROS)
                            .toString());
            writeProperties(out, letter);
            out.writeBinaryField("payload", message.payload());
            out.writeEndObject();
            out.writeRaw('\n');
        }
    }

    private static void writeProperties(JsonGenerator out, DeadLetter letter) throws IOException {
        var properties = letter.message().properties();
        out.writeStringField("contentType", properties.contentType());
        out.writeStringField("responseTopic", properties.responseTopic());
        out.writeArrayFieldStart("userProperties");
        for (UserProperty property : properties.userProperties()) {
            out.writeStartArray();
            out.writeString(property.name());
            out.writeString(property.value());
            out.writeEndArray();
        }
        out.writeEndArray();
    }

    /** Closes the file; a letter that comes later opens it again. */
    @Override
    public synchronized void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            LOG.warn("{} could not be closed: {}", file, e.toString());
        }
        channel = null;
    }
}
