// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import io.github.hivemqtdengine.expression.Reference;
import io.github.hivemqtdengine.expression.Reference.Kind;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Early length check that rejects a raw payload before its conversion to text, which would take several times its size.
 * Applies only if the column's error action rejects the whole message.
 *
 * @param what {@code Column} or {@code Tag}, for messages
 * @param column the column or tag that stores the whole payload as text
 * @param encoding the conversion of the payload to text
 * @param isUtf8 whether text has as many bytes in the payload as in the column
 */
record PayloadLength(String what, ValueSettings column, RawEncoding encoding, boolean isUtf8) {

    /** Size in bytes up to which the payload is converted anyway, so that the error gives the exact text length. */
    private static final int SMALL = 64 * 1_024;

    /** Upper bound of bytes per character in any charset; UTF-8 takes at least one. */
    private static final int MAX_BYTES_PER_CHARACTER = 4;

    private static final int BYTES_PER_GROUP = 3;
    private static final int CHARACTERS_PER_GROUP = 4;

    /** Returns the check for a route; empty if the length is unknown before conversion. */
    static Optional<PayloadLength> of(RouteSettings route) {
        var payload = route.payload();
        boolean isOneText = payload.format() instanceof RawFormat raw && raw.chunkBytes() == 0;
        if (!isOneText || payload.compression().compression() != Compression.NONE) {
            return Optional.empty();
        }
        var format = (RawFormat) payload.format();
        return route.tables().stream()
                .filter(table -> table.where() == null)
                .flatMap(table -> Stream.concat(table.columns().stream(), table.tags().stream()))
                .filter(PayloadLength::rejectsMessage)
                .findFirst()
                .map(column -> new PayloadLength(
                        route.tables().stream().anyMatch(table -> table.tags().contains(column)) ? "Tag" : "Column",
                        column,
                        format.encoding(),
                        format.charset().equals(StandardCharsets.UTF_8)));
    }

    private static boolean rejectsMessage(ValueSettings column) {
        var parts = column.value().parts();
        boolean isPayload = parts.size() == 1
                && parts.get(0) instanceof Reference reference
                && reference.kind() == Kind.PAYLOAD
                && reference.argument().isEmpty();
        var action = column.errors().length();
        return isPayload && isText(column) && (action == OnError.DEAD_LETTER || action == OnError.DROP);
    }

    private static boolean isText(ValueSettings column) {
        return switch (column.column().type().kind()) {
            case VARCHAR, NCHAR -> true;
            default -> false;
        };
    }

    /** @throws MappingException if no payload of this size fits */
    void check(int payloadBytes) throws MappingException {
        if (payloadBytes > SMALL
                && shortest(payloadBytes) > column.column().type().length()) {
            throw new MappingException(
                    DeadLetterReason.LENGTH,
                    what + " \"" + column.column().name() + "\" of type "
                            + column.column().type() + ": the payload has a length of " + payloadBytes
                            + " bytes, too much for it as text",
                    column.errors().length());
        }
    }

    private long shortest(int bytes) {
        return switch (encoding) {
            case BASE64 -> (bytes + BYTES_PER_GROUP - 1L) / BYTES_PER_GROUP * CHARACTERS_PER_GROUP;
            case HEX -> 2L * bytes;
            case TEXT, AUTO -> isBytesOfColumn() ? bytes : bytes / MAX_BYTES_PER_CHARACTER;
        };
    }

    private boolean isBytesOfColumn() {
        return isUtf8 && column.column().type().kind() == ColumnType.Kind.VARCHAR;
    }
}
