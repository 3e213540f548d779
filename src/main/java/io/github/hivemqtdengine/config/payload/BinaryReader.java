// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.decode.layout.BinaryFormat;
import java.util.Optional;
import java.util.Set;

/** Reads {@code <payload format="binary">}. */
final class BinaryReader {

    static final Set<Setting<?>> ATTRIBUTES = Set.of(Attributes.FIELDS, Attributes.RECORD_BYTES);

    private BinaryReader() {}

    static Optional<BinaryFormat> read(Section payload, SchemaFiles schemas) {
        var bytes = payload.value(Attributes.RECORD_BYTES);
        int recordBytes = bytes.read().orElse(0);
        var format = payload.require(Attributes.FIELDS).map(fields -> new BinaryFormat(fields, recordBytes));
        format.flatMap(BinaryFormat::fieldOutsideRecord)
                .ifPresent(name -> bytes.reject("is not enough for the field \"" + name + "\""));
        return format;
    }
}
