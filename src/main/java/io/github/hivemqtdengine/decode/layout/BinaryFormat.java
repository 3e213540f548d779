// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.layout;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.ListDocument;
import io.github.hivemqtdengine.decode.document.ValueDocument;
import io.github.hivemqtdengine.decode.document.ValueDocument.ObjectParts;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Format of records whose fields have fixed offsets. Bytes after the last field are ignored.
 *
 * @param recordBytes length in bytes of each record in a payload's list; 0 if a payload is one record
 */
public record BinaryFormat(List<BinaryField> fields, int recordBytes) implements DocumentFormat {

    public BinaryFormat {
        fields = List.copyOf(fields);
    }

    @Override
    public Document open(Payload payload) throws DecodeException {
        byte[] bytes = payload.bytes();
        return recordBytes == 0 ? record(bytes, 0, bytes.length) : new Records(bytes);
    }

    @Override
    public boolean isList() {
        return recordBytes > 0;
    }

    /** Returns the name of a field that does not fit into a record, if there is one. */
    public Optional<String> fieldOutsideRecord() {
        return fields.stream()
                .filter(field -> recordBytes > 0 && field.end() > recordBytes)
                .map(BinaryField::name)
                .findFirst();
    }

    private Document record(byte[] payload, int from, int to) throws DecodeException {
        for (var field : fields) {
            if (from + (long) field.end() > to) {
                throw new DecodeException(
                        Fault.TRUNCATED, "The payload ends before its field \"" + field.name() + "\" does", to);
            }
        }
        return new ValueDocument(new ObjectParts(
                fields.size(),
                index -> fields.get(index).name(),
                index -> fields.get(index).read(payload, from, to)));
    }

    private final class Records extends ListDocument {

        private final byte[] payload;
        private int next;

        Records(byte[] payload) {
            this.payload = payload;
        }

        @Override
        @Nullable
        protected Document next() throws DecodeException {
            if (next == payload.length) {
                return null;
            }
            int from = next;
            next = Math.min(payload.length, from + recordBytes);
            if (next - from < recordBytes) {
                throw new DecodeException(Fault.TRUNCATED, "The payload's last record is too short", from);
            }
            return record(payload, from, next);
        }
    }
}
