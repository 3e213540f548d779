package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.json.NonFinite;
import io.github.hivemqtdengine.decode.json.RegisteredJsonFormat;
import io.github.hivemqtdengine.decode.layout.CsvFormat;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat.Precision;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads {@code <payload>} with a format of text: {@code raw}, {@code json}, {@code csv} and {@code line-protocol}. */
final class TextFormats {

    /** Attribute of all formats of JSON. */
    static final String NON_FINITE = "non-finite";

    private static final String CHARSET = "charset";

    private static final String ENCODING = "encoding";
    private static final String CHUNK_BYTES = "chunk-bytes";
    private static final String FRAMING = "framing";
    private static final String REGISTRY = "registry";
    private static final String NONE = "none";
    private static final String SEPARATOR = "separator";
    private static final String COLUMNS = "columns";
    private static final String PRECISION = "precision";

    static final Set<String> ATTRIBUTES_OF_RAW = Set.of(ENCODING, CHARSET, CHUNK_BYTES);

    /** A frame needs both, so that JSON routes ignore a framing that the defaults have for another format. */
    static final Set<String> ATTRIBUTES_OF_JSON = Set.of(FRAMING, REGISTRY, CHARSET, NON_FINITE);

    static final Set<String> ATTRIBUTES_OF_CSV = Set.of(SEPARATOR, COLUMNS, CHARSET);
    static final Set<String> ATTRIBUTES_OF_LINES = Set.of(PRECISION);

    private static final Choice<RawEncoding> ENCODINGS = Choice.of(RawEncoding.class);
    private static final Function<String, Long> CHUNKS = Quantities.size("1 KiB", "60 KiB");
    private static final Choice<NonFinite> NON_FINITES = Choice.of(NonFinite.class);
    private static final Choice<Precision> PRECISIONS = Choice.of(Precision.class);

    private TextFormats() {}

    /** Reports problems of the attribute {@code encoding} that are independent of the format. */
    static void checkEncoding(Section payload) {
        payload.attribute(ENCODING).check(ENCODINGS);
    }

    static Optional<RawFormat> raw(Section payload, SchemaFiles schemas) {
        var charset = charset(payload);
        var chunk = payload.attribute(CHUNK_BYTES);
        if (!charset.equals(StandardCharsets.UTF_8)) {
            chunk.reject("can't divide text in " + charset + ": leave one of chunk-bytes and charset out");
        }
        return Optional.of(new RawFormat(
                payload.attribute(ENCODING).or(ENCODINGS, RawEncoding.AUTO),
                charset,
                charset.equals(StandardCharsets.UTF_8) ? Math.toIntExact(chunk.or(CHUNKS, 0L)) : 0));
    }

    static NonFinite nonFinite(Section payload) {
        return payload.attribute(NON_FINITE).or(NON_FINITES, NonFinite.REJECT);
    }

    static Optional<PayloadFormat> json(Section payload, SchemaFiles schemas) {
        var framing = payload.attribute(FRAMING);
        var registry = payload.attribute(REGISTRY);
        var word = framing.read(Function.identity()).orElse(NONE).strip();
        if (!word.equals(REGISTRY)) {
            registry.reject("is for framing=\"registry\" only; leave the attribute out");
        } else if (registry.isPresent()) {
            payload.attribute(CHARSET).reject("is not for framing=\"registry\", whose JSON is UTF-8");
            return Optional.of(new RegisteredJsonFormat(nonFinite(payload)));
        }
        if (!word.equals(NONE)) {
            framing.reject(
                    word.equals(REGISTRY)
                            ? "needs the attribute registry"
                            : "is not for format=\"json\", which has the framings none and registry");
        }
        return Optional.of(new JsonFormat(charset(payload), nonFinite(payload)));
    }

    static Optional<CsvFormat> csv(Section payload, SchemaFiles schemas) {
        return Optional.of(new CsvFormat(
                charset(payload),
                payload.attribute(SEPARATOR).or(TextFormats::separator, ','),
                payload.attribute(COLUMNS).or(TextFormats::columns, List.of())));
    }

    private static Character separator(String text) {
        if (text.equals("tab")) {
            return '\t';
        }
        if (text.length() != 1 || "\"\r\n".contains(text) || Character.isLetterOrDigit(text.charAt(0))) {
            throw new IllegalArgumentException("is not a separator: write one character like ; or the word tab");
        }
        return text.charAt(0);
    }

    private static List<String> columns(String text) {
        var names = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (names.contains("")) {
            throw new IllegalArgumentException("has an empty name; write it like t,temp,hum");
        }
        if (new HashSet<>(names).size() < names.size()) {
            throw new IllegalArgumentException("has a name twice");
        }
        return names;
    }

    static Optional<LineProtocolFormat> lines(Section payload, SchemaFiles schemas) {
        return Optional.of(new LineProtocolFormat(payload.attribute(PRECISION).or(PRECISIONS, Precision.NS)));
    }

    /** Returns the character set of text; UTF-8 by default. */
    private static Charset charset(Section payload) {
        return payload.attribute(CHARSET).or(TextFormats::charsetOf, StandardCharsets.UTF_8);
    }

    private static Charset charsetOf(String name) {
        try {
            return Charset.forName(name.strip());
        } catch (UnsupportedCharsetException e) {
            throw new IllegalArgumentException("is not a charset that this Java knows; write it like GB18030", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is not the name of a charset; write it like GB18030", e);
        }
    }
}
