package io.github.hivemqtdengine.cli;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.pipeline.time.EpochClock;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterLineScanner;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterLineScanner.Letter;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterReader.Line;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows all fields of dead letters and the beginning of their payloads. */
@Command(
        name = "show",
        description = "Shows all fields of dead letters, and their payloads as text or in hexadecimal.",
        mixinStandardHelpOptions = true)
final class LettersShowCommand implements Callable<Integer> {

    private static final int MOST_SHOWN = 1_000;
    private static final int SHOWN_BYTES = 4_096;
    private static final int MOST_BYTES_OF_A_CHARACTER = 4;

    /** Fields of a letter beside its payload; only its user properties can be so large. */
    private static final int MOST_FIELD_BYTES = 1 << 20;

    @Mixin
    private final LetterOptions letters;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "5",
            description = "How many letters are shown, up to 1000; 5 unless given.")
    private int limit;

    LettersShowCommand(Path home, EpochClock clock) {
        this.letters = new LetterOptions(home, clock);
    }

    /** First bytes of what is written. */
    private static final class Beginning extends ByteArrayOutputStream {

        private final int most;

        /** @param most the number of bytes that are kept */
        Beginning(int most) {
            this.most = most;
        }

        @Override
        public synchronized void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] from, int offset, int length) {
            super.write(from, offset, Math.min(length, most - count));
        }

        synchronized boolean isFull() {
            return count == most;
        }
    }

    @Override
    public Integer call() throws IOException {
        if (limit < 1 || limit > MOST_SHOWN) {
            throw letters.usage("--limit " + limit + " is not between 1 and " + MOST_SHOWN);
        }
        var shown = new ArrayList<Map<String, @Nullable Object>>();
        var counts = letters.read((file, line, letter, lines) -> {
            if (shown.size() < limit) {
                shown.add(fields(file, line, letter, lines));
            }
        });
        output.print(
                new Fields()
                        .with("count", counts.chosen())
                        .with("letters", shown)
                        .map(),
                () -> lines(counts.chosen(), shown));
        return shown.isEmpty() ? ExitCode.PROBLEMS : ExitCode.FINE;
    }

    private static Map<String, @Nullable Object> fields(
            Path file, Line<Letter> line, Letter letter, DeadLetterLineScanner lines) throws IOException {
        var fields = new Fields().with("file", file.toString()).with("line", line.number());
        var others = new Beginning(MOST_FIELD_BYTES);
        lines.writeFields(line, others);
        if (others.isFull()) {
            fields.with("route", letter.route())
                    .with("reason", letter.reason())
                    .with("topic", letter.topic())
                    .with("note", "the other fields are too large to be shown; export the letter");
        } else {
            addAll(others.toByteArray(), fields);
        }
        var payload = new Beginning(SHOWN_BYTES);
        lines.writePayload(line, payload);
        return fields.with("payloadBytes", letter.payloadBytes())
                .with("payload", text(payload.toByteArray(), letter.payloadBytes()))
                .map();
    }

    private static void addAll(byte[] json, Fields fields) {
        try {
            if (JsonTree.read(json) instanceof Map<?, ?> object) {
                object.forEach((name, value) -> fields.with(String.valueOf(name), value));
            }
        } catch (DecodeException e) {
            fields.with("note", "the other fields can't be read: " + e.getMessage());
        }
    }

    /** Returns a payload as text if it is UTF-8, otherwise in hexadecimal; says if it goes on. */
    private static String text(byte[] bytes, long all) {
        int whole = all > bytes.length ? wholeCharacters(bytes) : bytes.length;
        var rest = all > bytes.length ? " ... (" + (all - bytes.length) + " more bytes)" : "";
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, whole));
            return text + rest;
        } catch (CharacterCodingException e) {
            return "hex " + HexFormat.of().formatHex(bytes) + rest;
        }
    }

    /** Returns the length without a character at the end that was cut. */
    private static int wholeCharacters(byte[] bytes) {
        int end = bytes.length;
        while (end > bytes.length - MOST_BYTES_OF_A_CHARACTER && (bytes[end - 1] & 0xc0) == 0x80) {
            end--;
        }
        return bytes[end - 1] < 0 ? end - 1 : bytes.length;
    }

    private static List<String> lines(long count, List<Map<String, @Nullable Object>> shown) {
        var lines = new ArrayList<String>();
        for (var letter : shown) {
            letter.forEach((name, value) -> lines.add(name + ": " + text(value)));
            lines.add("");
        }
        lines.add(
                shown.isEmpty()
                        ? "There is no such dead letter"
                        : shown.size() + " of " + Words.deadLetters(count)
                                + (shown.size() < count ? "; --limit N shows more of them" : ""));
        return lines;
    }

    private static String text(@Nullable Object value) {
        return value instanceof Map<?, ?> || value instanceof List<?> ? JsonTree.write(value) : String.valueOf(value);
    }
}
