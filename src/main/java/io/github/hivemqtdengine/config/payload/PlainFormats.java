// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat.Registered;
import io.github.hivemqtdengine.decode.json.NdjsonFormat;
import io.github.hivemqtdengine.decode.json.NonFinite;
import io.github.hivemqtdengine.decode.layout.BinaryFormat;
import io.github.hivemqtdengine.decode.layout.CsvFormat;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads {@code <payload>} with a format that has no schema. */
final class PlainFormats {

    private PlainFormats() {}

    static Optional<RawFormat> raw(Section payload, SchemaFiles schemas) {
        var charset = payload.get(Attributes.CHARSET);
        return Optional.of(new RawFormat(
                payload.get(Attributes.ENCODING),
                charset,
                charset.equals(StandardCharsets.UTF_8)
                        ? Math.toIntExact(payload.read(Attributes.CHUNK_BYTES).orElse(0L))
                        : 0));
    }

    static NonFinite nonFinite(Section payload) {
        return payload.get(Attributes.NON_FINITE);
    }

    /** A frame needs both attributes, so that routes ignore a framing that the defaults have for another format. */
    static Optional<PayloadFormat> json(Section payload, SchemaFiles schemas) {
        var framing = payload.value(Attributes.FRAMING);
        var word = framing.read(Function.identity()).orElse(Attributes.NONE).strip();
        if (word.equals(Attributes.REGISTERED)
                && payload.read(Attributes.REGISTRY).isPresent()) {
            return Optional.of(new Registered(nonFinite(payload)));
        }
        if (!word.equals(Attributes.NONE)) {
            framing.reject(
                    word.equals(Attributes.REGISTERED)
                            ? "needs the attribute registry"
                            : "is not for format=\"json\", which has the framings none and registry");
        }
        return Optional.of(new JsonFormat(payload.get(Attributes.CHARSET), nonFinite(payload)));
    }

    static Optional<NdjsonFormat> ndjson(Section payload, SchemaFiles schemas) {
        return Optional.of(new NdjsonFormat(nonFinite(payload)));
    }

    static Optional<BinaryFormat> binary(Section payload, SchemaFiles schemas) {
        var bytes = payload.value(Attributes.RECORD_BYTES);
        int recordBytes = bytes.read().orElse(0);
        var format = payload.require(Attributes.FIELDS).map(fields -> new BinaryFormat(fields, recordBytes));
        format.flatMap(BinaryFormat::fieldOutsideRecord)
                .ifPresent(name -> bytes.reject("is not enough for the field \"" + name + "\""));
        return format;
    }

    static Optional<CsvFormat> csv(Section payload, SchemaFiles schemas) {
        return Optional.of(new CsvFormat(
                payload.get(Attributes.CHARSET),
                payload.get(Attributes.SEPARATOR),
                payload.read(Attributes.COLUMNS).orElse(List.of())));
    }

    static Optional<LineProtocolFormat> lines(Section payload, SchemaFiles schemas) {
        return Optional.of(new LineProtocolFormat(payload.get(Attributes.PRECISION)));
    }
}
