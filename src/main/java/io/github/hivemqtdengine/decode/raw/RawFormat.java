// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.raw;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.raw.RawEncoding.Encoded;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Format of payloads without fields: text, or bytes as text.
 *
 * @param encoding encoding of the bytes as text
 * @param charset charset of text
 * @param chunkBytes maximum number of payload bytes in a record; 0 for one record per payload
 */
public record RawFormat(RawEncoding encoding, Charset charset, int chunkBytes) implements PayloadFormat {

    /** Encoding of the payload's text: {@code text}, {@code base64} or {@code hex}. */
    public static final FieldPath ENCODING = new FieldPath(Scope.RECORD, "/encoding");

    /** Bytes of a payload, or of one of its chunks. */
    public static final FieldPath BYTES = new FieldPath(Scope.RECORD, "/bytes");

    /** Number of a chunk in its payload, from 0. */
    public static final FieldPath CHUNK = new FieldPath(Scope.RECORD, "/chunk");

    /** Number of chunks of the payload. */
    public static final FieldPath CHUNKS = new FieldPath(Scope.RECORD, "/chunks");

    /** CRC-32C of the whole payload (RFC 3720), eight hexadecimal digits. */
    public static final FieldPath CHECKSUM = new FieldPath(Scope.RECORD, "/checksum");

    private static final int MAX_CHUNKS = 100_000;
    private static final String TEXT = "";

    /** Values of a chunk by the pointers of their fields. */
    private static final Map<String, Function<Chunk, Object>> VALUES = Map.of(
            TEXT,
            chunk -> chunk.encoded().text(),
            ENCODING.pointer(),
            chunk -> chunk.encoded().encoding().label(),
            BYTES.pointer(),
            Chunk::bytes,
            CHUNK.pointer(),
            chunk -> (long) chunk.number(),
            CHUNKS.pointer(),
            chunk -> (long) chunk.count(),
            CHECKSUM.pointer(),
            Chunk::checksum);

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Chunk(Encoded encoded, byte[] bytes, int number, int count, String checksum) {}

    /** Creates a format of one record per payload, with text in UTF-8. */
    public RawFormat(RawEncoding encoding) {
        this(encoding, StandardCharsets.UTF_8, 0);
    }

    @Override
    public Decoder decoder(List<FieldPath> fields, RecordShape shape) {
        return new RawDecoder(fields);
    }

    @Override
    public boolean hasFields() {
        return false;
    }

    @Override
    public boolean mayBeEmpty() {
        return true;
    }

    @Override
    public boolean isList() {
        return chunkBytes > 0;
    }

    /** Decoder of a payload to one record, or one per chunk, regardless of the scope of its fields. */
    private final class RawDecoder implements Decoder {

        private final List<Function<Chunk, Object>> values;
        private final boolean isTextWanted;
        private final boolean isChecksumWanted;

        /**
         * @throws IllegalArgumentException if a field is neither the payload's text nor one of the format's constants
         */
        RawDecoder(List<FieldPath> fields) {
            var pointers = fields.stream().map(FieldPath::pointer).toList();
            if (!VALUES.keySet().containsAll(pointers)) {
                throw new IllegalArgumentException(
                        "A raw payload has no fields; use ${payload}, or a format that has them");
            }
            this.values = pointers.stream().map(VALUES::get).toList();
            this.isTextWanted = pointers.contains(TEXT);
            this.isChecksumWanted = pointers.contains(CHECKSUM.pointer());
        }

        @Override
        public List<@Nullable Object[]> decode(Payload payload, BrokenRecords broken) throws DecodeException {
            boolean isOne = chunkBytes == 0 || payload.bytes().length <= chunkBytes;
            var whole = encoding.encode(payload.bytes(), charset, isTextWanted && isOne);
            var ends = ends(payload.bytes(), whole.encoding());
            var checksum = isChecksumWanted ? checksum(payload.bytes()) : "";
            var records = new ArrayList<@Nullable Object[]>(ends.size());
            int from = 0;
            for (int chunk = 0; chunk < ends.size(); chunk++) {
                var bytes = isOne ? payload.bytes() : Arrays.copyOfRange(payload.bytes(), from, ends.get(chunk));
                var encoded = isOne || !isTextWanted ? whole : whole.encoding().encode(bytes, charset, true);
                records.add(record(new Chunk(encoded, bytes, chunk, ends.size(), checksum)));
                from = ends.get(chunk);
            }
            return records;
        }

        /** Returns the ends of the chunks, whose concatenated text is the text of the whole payload. */
        private List<Integer> ends(byte[] payload, RawEncoding used) throws DecodeException {
            var ends = new ArrayList<Integer>();
            int from = 0;
            while (chunkBytes > 0 && payload.length - from > chunkBytes) {
                from = used.cut(payload, from + chunkBytes, from);
                ends.add(from);
                if (ends.size() == MAX_CHUNKS) {
                    throw new DecodeException(Fault.LIMIT, "The payload has more than " + MAX_CHUNKS + " chunks", from);
                }
            }
            ends.add(payload.length);
            return ends;
        }

        private static String checksum(byte[] payload) {
            var checksum = new CRC32C();
            checksum.update(payload);
            return HexFormat.of().toHexDigits((int) checksum.getValue());
        }

        private @Nullable Object[] record(Chunk chunk) {
            var record = new @Nullable Object[values.size()];
            for (int i = 0; i < record.length; i++) {
                record[i] = values.get(i).apply(chunk);
            }
            return record;
        }
    }
}
