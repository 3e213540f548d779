// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Setting;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.json.NonFinite;
import io.github.hivemqtdengine.decode.json.RegisteredJsonFormat;
import io.github.hivemqtdengine.decode.layout.CsvFormat;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads {@code <payload>} with a format of text: {@code raw}, {@code json}, {@code csv} and {@code line-protocol}. */
final class TextFormats {

    static final Set<Setting<?>> ATTRIBUTES_OF_RAW =
            Set.of(Attributes.ENCODING, Attributes.CHARSET, Attributes.CHUNK_BYTES);

    /** A frame needs both, so that JSON routes ignore a framing that the defaults have for another format. */
    static final Set<Setting<?>> ATTRIBUTES_OF_JSON =
            Set.of(Attributes.FRAMING, Attributes.REGISTRY, Attributes.CHARSET, Attributes.NON_FINITE);

    static final Set<Setting<?>> ATTRIBUTES_OF_CSV =
            Set.of(Attributes.SEPARATOR, Attributes.COLUMNS, Attributes.CHARSET);
    static final Set<Setting<?>> ATTRIBUTES_OF_LINES = Set.of(Attributes.PRECISION);

    private TextFormats() {}

    static Optional<RawFormat> raw(Section payload, SchemaFiles schemas) {
        var charset = payload.get(Attributes.CHARSET);
        var chunk = payload.value(Attributes.CHUNK_BYTES);
        if (!charset.equals(StandardCharsets.UTF_8)) {
            chunk.reject("can't divide text in " + charset + ": leave one of chunk-bytes and charset out");
        }
        return Optional.of(new RawFormat(
                payload.get(Attributes.ENCODING),
                charset,
                charset.equals(StandardCharsets.UTF_8)
                        ? Math.toIntExact(chunk.read().orElse(0L))
                        : 0));
    }

    static NonFinite nonFinite(Section payload) {
        return payload.get(Attributes.NON_FINITE);
    }

    static Optional<PayloadFormat> json(Section payload, SchemaFiles schemas) {
        var framing = payload.value(Attributes.FRAMING);
        var registry = payload.value(Attributes.REGISTRY);
        var word = framing.read(Function.identity()).orElse(Attributes.NONE).strip();
        if (!word.equals(Attributes.REGISTERED)) {
            registry.reject("is for framing=\"registry\" only; leave the attribute out");
        } else if (registry.isPresent()) {
            payload.value(Attributes.CHARSET).reject("is not for framing=\"registry\", whose JSON is UTF-8");
            return Optional.of(new RegisteredJsonFormat(nonFinite(payload)));
        }
        if (!word.equals(Attributes.NONE)) {
            framing.reject(
                    word.equals(Attributes.REGISTERED)
                            ? "needs the attribute registry"
                            : "is not for format=\"json\", which has the framings none and registry");
        }
        return Optional.of(new JsonFormat(payload.get(Attributes.CHARSET), nonFinite(payload)));
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
