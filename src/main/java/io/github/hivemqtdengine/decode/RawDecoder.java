package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.RawEncoding.Encoded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Takes a payload as it is: one record, or one for each chunk, whatever the scope of its fields. */
final class RawDecoder implements Decoder {

    private static final int MAX_CHUNKS = 100_000;
    private static final String TEXT = "";

    /** Where a record has what of its chunk. */
    private static final Map<String, Function<Chunk, Object>> VALUES = Map.of(
            TEXT,
            chunk -> chunk.encoded().text(),
            RawFormat.ENCODING.pointer(),
            chunk -> chunk.encoded().encoding().label(),
            RawFormat.BYTES.pointer(),
            Chunk::bytes,
            RawFormat.CHUNK.pointer(),
            chunk -> (long) chunk.number(),
            RawFormat.CHUNKS.pointer(),
            chunk -> (long) chunk.count(),
            RawFormat.CHECKSUM.pointer(),
            Chunk::checksum);

    private final RawFormat format;
    private final List<Function<Chunk, Object>> values;
    private final boolean isTextWanted;
    private final boolean isChecksumWanted;

    /**
     * A decoder for some fields.
     *
     * @throws IllegalArgumentException if a field is none that {@link RawFormat} names, nor the payload's text
     */
    RawDecoder(RawFormat format, List<FieldPath> fields) {
        this.format = format;
        var pointers = fields.stream().map(FieldPath::pointer).toList();
        if (!VALUES.keySet().containsAll(pointers)) {
            throw new IllegalArgumentException(
                    "A raw payload has no fields; use ${payload}, or a format that has them");
        }
        this.values = pointers.stream().map(VALUES::get).toList();
        this.isTextWanted = pointers.contains(TEXT);
        this.isChecksumWanted = pointers.contains(RawFormat.CHECKSUM.pointer());
    }

    @Override
    public List<@Nullable Object[]> decode(Payload payload, BrokenRecords broken) throws DecodeException {
        boolean isOne = format.chunkBytes() == 0 || payload.bytes().length <= format.chunkBytes();
        var whole = format.encoding().encode(payload.bytes(), format.charset(), isTextWanted && isOne);
        var ends = ends(payload.bytes(), whole.encoding());
        var checksum = isChecksumWanted ? checksum(payload.bytes()) : "";
        var records = new ArrayList<@Nullable Object[]>(ends.size());
        int from = 0;
        for (int chunk = 0; chunk < ends.size(); chunk++) {
            var bytes = isOne ? payload.bytes() : Arrays.copyOfRange(payload.bytes(), from, ends.get(chunk));
            var encoded = isOne || !isTextWanted ? whole : whole.encoding().encode(bytes, format.charset(), true);
            records.add(record(new Chunk(encoded, bytes, chunk, ends.size(), checksum)));
            from = ends.get(chunk);
        }
        return records;
    }

    /** Where the chunks end: where their texts, one after the other, are the text of the whole payload. */
    private List<Integer> ends(byte[] payload, RawEncoding encoding) throws DecodeException {
        var ends = new ArrayList<Integer>();
        int from = 0;
        while (format.chunkBytes() > 0 && payload.length - from > format.chunkBytes()) {
            from = encoding.cut(payload, from + format.chunkBytes(), from);
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

    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Chunk(Encoded encoded, byte[] bytes, int number, int count, String checksum) {}

    private @Nullable Object[] record(Chunk chunk) {
        var record = new @Nullable Object[values.size()];
        for (int i = 0; i < record.length; i++) {
            record[i] = values.get(i).apply(chunk);
        }
        return record;
    }
}
