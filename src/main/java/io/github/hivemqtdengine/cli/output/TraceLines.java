// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.output;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.status.StatusNode;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lines of a trace's file while it grows, and their form for people. */
public final class TraceLines implements Closeable {

    public static final String HEADER = line("TIME (UTC)", "CLIENT", "TOPIC", "QOS", "BYTES", "OUTCOME");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final int CHUNK = 64 * 1_024;
    private static final int MAX_CLIENT = 20;
    private static final int MAX_TOPIC = 32;

    private final InputStream in;
    private final ByteArrayOutputStream partial = new ByteArrayOutputStream();

    public TraceLines(Path file) throws IOException {
        this.in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Reads some of the lines that are complete since the last call. */
    public List<StatusNode> next() throws IOException {
        var lines = new ArrayList<StatusNode>();
        for (byte read : in.readNBytes(CHUNK)) {
            if (read == '\n') {
                addIfWhole(lines, partial.toByteArray());
                partial.reset();
            } else {
                partial.write(read);
            }
        }
        return lines;
    }

    private static void addIfWhole(List<StatusNode> lines, byte[] line) {
        try {
            lines.add(StatusNode.read(line));
        } catch (DecodeException e) {
            // half a line, which a process that was killed has left
        }
    }

    /** Returns the line of a message, or the last one. */
    public static String text(StatusNode line) {
        if (line.has("end")) {
            var waiting = line.count("waiting");
            return "The trace has ended after " + line.count("lines") + " lines: " + line.text("sentence")
                    + (waiting == 0 ? "" : "; messages without an outcome: " + waiting);
        }
        var routes = line.nodes("routes");
        var outcome = routes.isEmpty()
                ? "no route matches"
                : routes.stream().map(TraceLines::outcome).collect(Collectors.joining("; "));
        return line(
                TIME.format(line.time("time")),
                cut(line.text("client"), MAX_CLIENT),
                cut(line.text("topic"), MAX_TOPIC),
                line.text("qos"),
                line.text("payloadBytes"),
                printable(outcome));
    }

    private static String line(String time, String client, String topic, String qos, String bytes, String outcome) {
        return "%-12s  %-20s  %-32s  %3s  %8s  %s".formatted(time, client, topic, qos, bytes, outcome);
    }

    private static String outcome(StatusNode route) {
        var millis = ", " + route.text("ms") + " ms";
        return route.text("route") + ": "
                + switch (route.text("outcome")) {
                    case "stored" ->
                        "stored, " + route.count("rows") + (route.count("rows") == 1 ? " row" : " rows") + millis;
                    case "dead-letter" -> "dead letter (" + route.text("reason") + ")" + millis;
                    case "dropped" -> "dropped (" + route.text("reason") + ")" + millis;
                    case "not-authorized" -> "not stored, since the client may not publish it";
                    case "unconfirmed" -> "not stored yet, since the broker has not acknowledged it";
                    case "waiting" -> "waits for the database";
                    default -> route.text("outcome");
                };
    }

    private static String cut(String text, int length) {
        var shown = printable(text);
        return shown.length() <= length ? shown : shown.substring(0, length - 3) + "...";
    }

    /** Returns text of clients in one line. */
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}]", "?");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
