// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

import io.github.hivemqtdengine.loadtest.stack.database.Database;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the stored rows of a round as a stream, with bounded memory. */
public final class RowReader {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9-]+");

    /** Table of raw messages, whose stamp is in the payload's Base64. */
    private static final String RAW_TABLE = "raw_messages";

    private static final int STAMP_BYTES = 20;
    private static final int STAMP_CHARACTERS = 28;
    private static final int MESSAGE_AT = 12;

    private final Database database;

    public RowReader(Database database) {
        this.database = database;
    }

    @FunctionalInterface
    public interface RowSink {

        /**
         * Receives a row of a publisher.
         *
         * @param publisher number of the publisher, from 0
         * @param message number of the message, from 0
         * @param item index of the record within the message, from 0
         */
        void row(int publisher, long message, int item);

        /**
         * Receives a row of a publisher without a message number: the payload is too short for one.
         *
         * @param publisher number of the publisher, from 0
         */
        default void unnumbered(int publisher) {}

        /**
         * Receives a row of another client of the round, such as callers and devices.
         *
         * @param message number of the call, from 0
         * @param item 0 for a request, 1 for its answer
         */
        default void other(long message, int item) {}
    }

    /** Returns the SQL condition for the rows of a round. */
    static String ofClients(String clientPrefix) {
        return "client_id LIKE '" + checked(clientPrefix) + "-%'";
    }

    /** Returns the SQL condition for the rows of a round's publishers. */
    static String ofPublishers(String clientPrefix) {
        return "client_id LIKE '" + checked(clientPrefix) + "-p%'";
    }

    /** Returns the prefix, or throws if SQL could read it otherwise. */
    static String checked(String clientPrefix) {
        if (!PREFIX.matcher(clientPrefix).matches()) {
            throw new IllegalArgumentException("A prefix has letters, digits and hyphens only: " + clientPrefix);
        }
        return clientPrefix;
    }

    /**
     * Reads the rows of all clients of a round, in no order; none if the table does not exist.
     *
     * @param clientPrefix prefix of the client ids, without the hyphen
     */
    public void read(String table, String clientPrefix, RowSink sink) throws SQLException {
        boolean raw = table.equals(RAW_TABLE);
        var sql = "SELECT client_id, " + (raw ? "SUBSTRING(payload, 1, " + STAMP_CHARACTERS + ")" : "n, i") + " FROM "
                + database.qualified(table) + " WHERE " + ofClients(clientPrefix);
        RowStream.read(database, PATIENCE, sql, new Rows(clientPrefix + "-p", raw, sink)::take);
    }

    private record Rows(String publishers, boolean raw, RowSink sink) {

        void take(ResultSet row) throws SQLException {
            var publisher = publisher(row.getString(1));
            var message = raw ? messageOf(row.getString(2)) : number(row, 2);
            if (publisher.isEmpty()) {
                if (!raw && message.isPresent()) {
                    sink.other(message.getAsLong(), row.getInt(3));
                }
            } else if (message.isEmpty()) {
                sink.unnumbered(publisher.getAsInt());
            } else {
                sink.row(publisher.getAsInt(), message.getAsLong(), raw ? 0 : row.getInt(3));
            }
        }

        private OptionalInt publisher(String clientId) {
            try {
                return clientId.startsWith(publishers)
                        ? OptionalInt.of(Integer.parseInt(clientId, publishers.length(), clientId.length(), 10))
                        : OptionalInt.empty();
            } catch (NumberFormatException e) {
                return OptionalInt.empty();
            }
        }

        private static OptionalLong number(ResultSet row, int column) throws SQLException {
            long number = row.getLong(column);
            return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
        }

        private static OptionalLong messageOf(@Nullable String base64) {
            if (base64 == null || base64.length() < STAMP_CHARACTERS) {
                return OptionalLong.empty();
            }
            try {
                var bytes = ByteBuffer.wrap(Base64.getDecoder().decode(base64));
                return bytes.remaining() < STAMP_BYTES
                        ? OptionalLong.empty()
                        : OptionalLong.of(bytes.getLong(MESSAGE_AT));
            } catch (IllegalArgumentException e) {
                return OptionalLong.empty(); // arbitrary text in the user's own table
            }
        }
    }
}
