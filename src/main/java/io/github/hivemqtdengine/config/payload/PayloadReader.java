package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.payload.PayloadFormats.FormatReader;
import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.PayloadSettings.OnEmpty;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code <payload>}. */
public final class PayloadReader {

    private static final Pattern INSIDE_OF_A_LIST = Pattern.compile("(/(\\*|[0-9]+)(/.*)?)?", Pattern.DOTALL);
    private static final Choice<RowsFrom> ROWS_FROM = Choice.of(RowsFrom.class);

    private static final Choice<OnEmpty> ON_EMPTY = Choice.of(OnEmpty.class);
    private static final Choice<Compression> COMPRESSIONS = Choice.of(Compression.class);

    private final SchemaFiles schemas;

    public PayloadReader(SchemaFiles schemas) {
        this.schemas = schemas;
    }

    /** Reports problems of the defaults that are independent of the format. */
    public void checkDefaults(Section payload) {
        payload.attribute("format").check(PayloadFormats.WORDS);
        TextFormats.checkEncoding(payload);
        shape(payload);
        compression(payload);
        payload.attribute("on-empty").check(ON_EMPTY);
        PayloadFormats.attributes().forEach(payload::attribute);
    }

    /** Returns the format and its records; a raw format replaces a missing one, which is reported already. */
    public PayloadSettings read(Section payload, Optional<PayloadFormat> format) {
        var shape = shape(payload);
        format.filter(PayloadReader::isAlwaysAList).ifPresent(list -> requireElements(payload.attribute("rows")));
        // a raw payload may inherit a shape, and has none
        return new PayloadSettings(
                format.orElse(new RawFormat(RawEncoding.AUTO)),
                format.filter(known -> !known.hasFields()).isPresent() ? RecordShape.ONE_RECORD : shape,
                compression(payload),
                onEmpty(payload, format));
    }

    private static OnEmpty onEmpty(Section payload, Optional<PayloadFormat> format) {
        var onEmpty = payload.attribute("on-empty");
        if (format.filter(PayloadFormat::isStateful).isPresent()) {
            onEmpty.reject("is not for format=\"sparkplug\"; leave the attribute out");
            return OnEmpty.DECODE;
        }
        boolean mayBeEmpty = format.filter(PayloadFormat::mayBeEmpty).isPresent();
        return onEmpty.or(ON_EMPTY, mayBeEmpty ? OnEmpty.DECODE : OnEmpty.IGNORE);
    }

    /** Returns the format; empty if it is missing or invalid. */
    public Optional<PayloadFormat> format(Section payload) {
        Optional<FormatReader> reader = payload.attribute("format").required(PayloadFormats.WORDS);
        return reader.flatMap(known -> format(known, payload));
    }

    private Optional<? extends PayloadFormat> format(FormatReader reader, Section payload) {
        PayloadFormats.attributesOfOthers(reader)
                .forEach(name -> payload.attribute(name)
                        .reject("is not for format=\"" + reader.word() + "\"; leave the attribute out"));
        return reader.maker().make(payload, schemas);
    }

    private static RecordShape shape(Section payload) {
        var rows = payload.attribute("rows");
        var rowsFrom = payload.attribute("rows-from");
        if (!rows.isPresent()) {
            rowsFrom.reject("needs the attribute rows");
        }
        return new RecordShape(
                rows.read(PayloadReader::pointer).orElse(null), rowsFrom.or(ROWS_FROM, RowsFrom.ARRAY), pivot(payload));
    }

    /** Returns whether the records are always elements of the payload, regardless of {@code rows}. */
    private static boolean isAlwaysAList(PayloadFormat format) {
        return format.hasFields() && format.shape(RecordShape.ONE_RECORD).rows() != null;
    }

    /** Requires a star or a number in {@code rows}: records of a list have no names. */
    private static void requireElements(Value rows) {
        rows.check(text -> {
            if (FieldPath.isPointer(text) && !INSIDE_OF_A_LIST.matcher(text).matches()) {
                throw new IllegalArgumentException(
                        "leads into no list, but the payload is a list of records; write it like /*/readings");
            }
            return text;
        });
    }

    private static @Nullable Pivot pivot(Section payload) {
        var pivot = payload.attribute("pivot");
        var name = payload.attribute("pivot-name");
        var value = payload.attribute("pivot-value");
        if (!pivot.isPresent()) {
            name.reject("needs the attribute pivot");
            value.reject("needs the attribute pivot");
        }
        var list = pivot.read(PayloadReader::pointer).orElse(null);
        return list == null ? null : new Pivot(list, name.or(Names::any, "name"), value.or(Names::any, "value"));
    }

    private static String pointer(String text) {
        if (!FieldPath.isPointer(text)) {
            throw new IllegalArgumentException(
                    "is not a JSON Pointer; write it like /readings, or leave it empty for an array at the top");
        }
        return text;
    }

    private static PayloadCompression compression(Section payload) {
        var compression = payload.attribute("compression");
        var maxBytes = payload.attribute("max-bytes");
        var known = compression.read(COMPRESSIONS);
        if (!compression.isPresent() || known.equals(Optional.of(Compression.NONE))) {
            maxBytes.reject("is for compressed payloads; say which compression they have, or leave it out");
            return PayloadCompression.NONE;
        }
        long limit = maxBytes.or(Quantities.size("1 KiB", "256 MiB"), (long) PayloadCompression.DEFAULT_MAX_BYTES);
        return new PayloadCompression(known.orElse(Compression.NONE), Math.toIntExact(limit));
    }
}
