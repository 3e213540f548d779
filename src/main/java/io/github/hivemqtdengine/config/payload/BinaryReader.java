package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.layout.BinaryField;
import io.github.hivemqtdengine.decode.layout.BinaryFormat;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code <payload format="binary">}. */
final class BinaryReader {

    private static final String FIELDS = "fields";
    private static final String RECORD_BYTES = "record-bytes";

    static final Set<String> ATTRIBUTES = Set.of(FIELDS, RECORD_BYTES);

    private static final int MAX_RECORD_BYTES = 1 << 20;

    private BinaryReader() {}

    static Optional<BinaryFormat> read(Section payload, SchemaFiles schemas) {
        var bytes = payload.attribute(RECORD_BYTES);
        int recordBytes = bytes.or(Quantities.wholeNumber(1, MAX_RECORD_BYTES), 0);
        var format = payload.attribute(FIELDS)
                .required(BinaryReader::fields)
                .map(fields -> new BinaryFormat(fields, recordBytes));
        format.flatMap(BinaryFormat::fieldOutsideRecord)
                .ifPresent(name -> bytes.reject("is not enough for the field \"" + name + "\""));
        return format;
    }

    private static List<BinaryField> fields(String text) {
        var fields = Arrays.stream(text.split(",", -1)).map(BinaryField::parse).toList();
        var names = new HashSet<String>();
        for (var field : fields) {
            if (!names.add(field.name())) {
                throw new IllegalArgumentException("has the field \"" + field.name() + "\" twice");
            }
        }
        return fields;
    }
}
