// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Blob;
import java.sql.Clob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a rows query by their labels: {@code payload}, or {@code p} and {@code n}, optionally with {@code i} and
 * {@code s}, as the members of JSON payloads are called.
 */
final class RowColumns {

    static final RowColumns NONE = new RowColumns(Map.of());

    private static final String PAYLOAD = "payload";
    private static final String PUBLISHER = "p";
    private static final String MESSAGE = "n";
    private static final String RECORD = "i";
    private static final String SENT = "s";

    /** A publisher's number, or a client id that ends with it. */
    private static final Pattern CLIENT = Pattern.compile("(?:.*-p)?(\\d{1,9})(?:\\.0+)?");

    /** Longest payload of MQTT, as hexadecimal digits. */
    private static final int MOST_BYTES = 1 << 29;

    private static final long MICROS_OF_A_YEAR = 31_536_000_000_000L;

    private final Map<String, Integer> indexes;

    private RowColumns(Map<String, Integer> indexes) {
        this.indexes = indexes;
    }

    /**
     * Finds the columns.
     *
     * @param ofOneRound whether the query selects the rows of one round
     * @throws SQLException if columns are missing
     */
    static RowColumns of(ResultSetMetaData data, boolean ofOneRound) throws SQLException {
        var indexes = new HashMap<String, Integer>();
        for (int column = 1; column <= data.getColumnCount(); column++) {
            indexes.put(data.getColumnLabel(column).toLowerCase(Locale.ROOT), column);
        }
        boolean numbers = indexes.containsKey(PUBLISHER) && indexes.containsKey(MESSAGE);
        if (!numbers && !indexes.containsKey(PAYLOAD)) {
            throw new SQLException("It needs a column payload, or p (publisher) and n (message): rename them by AS");
        }
        if (!indexes.containsKey(PAYLOAD) && !indexes.containsKey(SENT) && !ofOneRound) {
            throw new SQLException("It selects the rows of all rounds: add the column s (time of sending in epoch"
                    + " microseconds), or a condition with {start} or {prefix}");
        }
        return new RowColumns(indexes);
    }

    /** Returns the message of a row. */
    StoredMessage message(ResultSet row, Function<byte[], StoredMessage> payloads, long startMicros)
            throws SQLException {
        var payload = indexes.get(PAYLOAD);
        if (payload != null) {
            return message(row.getObject(payload), payloads, startMicros);
        }
        if (indexes.containsKey(SENT) && text(row, SENT) == null) {
            return StoredMessage.UNKNOWN; // a row of something else
        }
        return new StoredMessage(
                publisher(text(row, PUBLISHER)),
                whole(text(row, MESSAGE)),
                (int) Math.max(0, whole(text(row, RECORD))),
                sent(text(row, SENT)));
    }

    /** @throws SQLException if it is no number: rows of earlier rounds would count */
    private static long sent(@Nullable String text) throws SQLException {
        long micros = whole(text);
        if (text != null && micros < 0) {
            throw new SQLException("The column s of --rows-query is '" + text
                    + "' in a row: it must be a number of microseconds since 1970");
        }
        return micros;
    }

    private @Nullable String text(ResultSet row, String name) throws SQLException {
        var index = indexes.get(name);
        var value = index == null ? null : row.getObject(index);
        return value instanceof Double || value instanceof Float
                ? Long.toString(Math.round(((Number) value).doubleValue()))
                : value == null ? null : value.toString();
    }

    private static int publisher(@Nullable String text) {
        var client = CLIENT.matcher(text == null ? "" : text.strip());
        return client.matches() ? Integer.parseInt(client.group(1)) : -1;
    }

    private static long whole(@Nullable String text) {
        try {
            return text == null ? -1 : Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Reads bytes, or text as it is, as Base64, or as hexadecimal digits. */
    private static StoredMessage message(
            @Nullable Object payload, Function<byte[], StoredMessage> payloads, long startMicros) throws SQLException {
        if (payload instanceof byte[] bytes) {
            return payloads.apply(bytes);
        }
        if (payload instanceof Blob blob) {
            return payloads.apply(blob.getBytes(1, (int) Math.min(MOST_BYTES, blob.length())));
        }
        if (payload == null) {
            return StoredMessage.UNKNOWN;
        }
        var text = payload instanceof Clob clob
                ? clob.getSubString(1, (int) Math.min(MOST_BYTES, clob.length()))
                : payload.toString();
        var message = payloads.apply(text.getBytes(UTF_8));
        if (isPlausible(message, startMicros)) {
            return message;
        }
        message = payloads.apply(decoded(Base64.getDecoder()::decode, text));
        if (isPlausible(message, startMicros)) {
            return message;
        }
        var digits = text.startsWith("\\x") || text.startsWith("0x") ? text.substring(2) : text;
        message = payloads.apply(decoded(HexFormat.of()::parseHex, digits));
        return isPlausible(message, startMicros) ? message : StoredMessage.UNKNOWN;
    }

    /** Returns whether this is a stamp of the last year, and not made of arbitrary bytes. */
    private static boolean isPlausible(StoredMessage message, long startMicros) {
        return message.isTimed()
                ? Math.abs(message.sentMicros() - startMicros) < MICROS_OF_A_YEAR
                : message.isNumbered();
    }

    private static byte[] decoded(Function<String, byte[]> decoder, String text) {
        try {
            return decoder.apply(text);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
