// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.traffic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdInputStream;
import io.github.hivemqtdengine.loadtest.traffic.TrafficWriter.End;
import io.github.hivemqtdengine.loadtest.traffic.TrafficWriter.Head;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reader of the recordings that {@link TrafficWriter} writes. */
public final class TrafficReader {

    /** Most bytes of the messages of a recording, before compression: they are in memory while they are replayed. */
    public static final long MOST_BYTES = 512L * 1024 * 1024;

    private static final String START_OF_END = "{\"end\":";

    private final ObjectMapper json = new ObjectMapper();
    private final Path file;
    private int number;

    private TrafficReader(Path file) {
        this.file = file;
    }

    /**
     * Reads a recording.
     *
     * @throws IOException also if the file is not a whole recording, or too large
     */
    public static Traffic read(Path file, Consumer<TrafficMessage> sink) throws IOException {
        return new TrafficReader(file).read(sink);
    }

    private Traffic read(Consumer<TrafficMessage> sink) throws IOException {
        try (var lines = new BufferedReader(
                new InputStreamReader(new ZstdInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            var head = head(lines.readLine());
            var totals = new Totals();
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.startsWith(START_OF_END)) {
                    var end = json.readValue(line, End.class);
                    return totals.traffic(head, end);
                }
                var message = json.readValue(line, TrafficMessage.class);
                totals.add(message);
                if (totals.bytes > MOST_BYTES) {
                    throw problem("has more than " + MOST_BYTES / 1024 / 1024 + " MB of messages: capture less", null);
                }
                sink.accept(message);
            }
            throw problem("is cut off: it lacks its last line", null);
        } catch (JsonProcessingException e) {
            throw problem("has a line " + (number + 1) + " that is not that of a recording", e);
        }
    }

    private Head head(@Nullable String line) throws IOException {
        var head = json.readValue(line == null ? "{}" : line, Head.class);
        if (!Head.FORMAT.equals(head.format()) || head.version() != Head.VERSION) {
            throw problem("is not a recording of the command capture, version " + Head.VERSION, null);
        }
        return head;
    }

    private IOException problem(String what, @Nullable Throwable cause) {
        return new IOException("The recording " + file + " " + what, cause);
    }

    /** Sums of the messages. */
    private static final class Totals {

        private long messages;
        private long bytes;
        private int qos;
        private String firstTopic = "";

        void add(TrafficMessage message) {
            if (messages == 0) {
                firstTopic = message.topic();
            }
            messages++;
            bytes += message.size();
            qos = Math.max(qos, message.qos());
        }

        Traffic traffic(Head head, End end) {
            return new Traffic(head.filter(), messages, end.micros(), qos, firstTopic);
        }
    }
}
