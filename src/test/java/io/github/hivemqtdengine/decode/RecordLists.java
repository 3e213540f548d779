// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the records of formats whose payloads are lists. */
public final class RecordLists {

    private RecordLists() {}

    /** Some fields of all records. */
    public static List<@Nullable Object[]> read(DocumentFormat format, byte[] payload, String... pointers)
            throws DecodeException {
        return decoder(format, pointers).decode(Payload.of(payload), BrokenRecords.REFUSED);
    }

    /** Some fields of the readable records; adds the error sentences of the others. */
    public static List<@Nullable Object[]> readWhatCan(
            List<String> sentences, DocumentFormat format, byte[] payload, String... pointers) throws DecodeException {
        var heard = new ArrayList<String>();
        var records = decoder(format, pointers)
                .decode(Payload.of(payload), (index, e) -> heard.add(index + ": " + e.sentence()));
        sentences.addAll(heard);
        return records;
    }

    public static Decoder decoder(DocumentFormat format, String... pointers) {
        var fields = Arrays.stream(pointers)
                .map(pointer -> new FieldPath(Scope.RECORD, pointer))
                .toList();
        return format.decoder(fields, format.shape(RecordShape.ONE_RECORD));
    }
}
