// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import static io.github.hivemqtdengine.config.xml.ElementType.element;

import io.github.hivemqtdengine.config.payload.PayloadFormats.FormatReader;
import io.github.hivemqtdengine.config.xml.ElementType;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Setting;
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
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code <payload>}. */
public final class PayloadReader {

    private static final Pattern INSIDE_OF_A_LIST = Pattern.compile("(/(\\*|[0-9]+)(/.*)?)?", Pattern.DOTALL);

    public static final ElementType PAYLOAD = element(
            "payload",
            "Format of payloads; required, here or in `defaults`",
            "载荷的格式；必须写在这里或 `defaults` 中",
            PayloadFormats.FORMAT,
            Attributes.ENCODING,
            Attributes.CHARSET,
            Attributes.CHUNK_BYTES,
            Attributes.SEPARATOR,
            Attributes.COLUMNS,
            Attributes.PRECISION,
            SparkplugReader.REBIRTH,
            SparkplugReader.ON_SEQUENCE_GAP,
            Attributes.FIELDS,
            Attributes.RECORD_BYTES,
            Attributes.SCHEMA,
            Attributes.READER_SCHEMA,
            Attributes.WRITER_SCHEMAS,
            Attributes.DESCRIPTOR,
            Attributes.MESSAGE,
            Attributes.FRAMING,
            Attributes.REGISTRY,
            Attributes.NON_FINITE,
            Attributes.ROWS,
            Attributes.ROWS_FROM,
            Attributes.PIVOT,
            Attributes.PIVOT_NAME,
            Attributes.PIVOT_VALUE,
            Attributes.COMPRESSION,
            Attributes.MAX_BYTES,
            Attributes.ON_EMPTY);

    public static final Setting<String> REGISTRY = Attributes.REGISTRY;

    /** Attributes that select the records of payloads with fields. */
    public static final Set<Setting<?>> SHAPE = Set.of(
            Attributes.ROWS, Attributes.ROWS_FROM, Attributes.PIVOT, Attributes.PIVOT_NAME, Attributes.PIVOT_VALUE);

    private final SchemaFiles schemas;

    public PayloadReader(SchemaFiles schemas) {
        this.schemas = schemas;
    }

    /** Reports problems of the defaults that are independent of the format. */
    public void checkDefaults(Section payload) {
        payload.read(PayloadFormats.FORMAT);
        payload.read(Attributes.ENCODING);
        shape(payload);
        compression(payload);
        payload.read(Attributes.ON_EMPTY);
    }

    /** Returns the format and its records; a raw format replaces a missing one, which is reported already. */
    public PayloadSettings read(Section payload, Optional<PayloadFormat> format) {
        format.filter(PayloadReader::isAlwaysAList).ifPresent(list -> requireElements(payload.value(Attributes.ROWS)));
        return new PayloadSettings(
                format.orElse(new RawFormat(RawEncoding.AUTO)),
                format.filter(known -> !known.hasFields()).isPresent() ? RecordShape.ONE_RECORD : shape(payload),
                compression(payload),
                onEmpty(payload, format));
    }

    private static OnEmpty onEmpty(Section payload, Optional<PayloadFormat> format) {
        if (format.filter(PayloadFormat::isStateful).isPresent()) {
            return OnEmpty.DECODE;
        }
        boolean mayBeEmpty = format.filter(PayloadFormat::mayBeEmpty).isPresent();
        return payload.read(Attributes.ON_EMPTY).orElse(mayBeEmpty ? OnEmpty.DECODE : OnEmpty.IGNORE);
    }

    /** Returns whether a payload has the format of a name. */
    public static boolean isFormat(Section payload, String name) {
        return payload.value(PayloadFormats.FORMAT).read(name::equals).orElse(false);
    }

    /** Returns the format; empty if it is missing or invalid, so that nobody knows which attributes have an effect. */
    public Optional<PayloadFormat> format(Section payload) {
        Optional<FormatReader> reader = payload.require(PayloadFormats.FORMAT);
        Optional<PayloadFormat> format = reader.flatMap(known -> known.maker().make(payload, schemas));
        if (format.isEmpty()) {
            payload.ignoreRest();
        }
        return format;
    }

    private static RecordShape shape(Section payload) {
        var rows = payload.value(Attributes.ROWS);
        var rowsFrom = rows.isPresent() ? payload.get(Attributes.ROWS_FROM) : RowsFrom.ARRAY;
        return new RecordShape(rows.read().orElse(null), rowsFrom, pivot(payload));
    }

    /** Returns whether the records are always elements of the payload, regardless of {@code rows}. */
    private static boolean isAlwaysAList(PayloadFormat format) {
        return format.hasFields() && format.shape(RecordShape.ONE_RECORD).rows() != null;
    }

    /** Requires a star or a number in {@code rows}: records of a list have no names. */
    private static void requireElements(Value<String> rows) {
        rows.read(text -> {
            if (FieldPath.isPointer(text) && !INSIDE_OF_A_LIST.matcher(text).matches()) {
                throw new IllegalArgumentException(
                        "leads into no list, but the payload is a list of records; write it like /*/readings");
            }
            return text;
        });
    }

    private static @Nullable Pivot pivot(Section payload) {
        if (!payload.value(Attributes.PIVOT).isPresent()) {
            return null;
        }
        var name = payload.get(Attributes.PIVOT_NAME);
        var value = payload.get(Attributes.PIVOT_VALUE);
        return payload.read(Attributes.PIVOT)
                .map(list -> new Pivot(list, name, value))
                .orElse(null);
    }

    private static PayloadCompression compression(Section payload) {
        var compression = payload.value(Attributes.COMPRESSION);
        var known = compression.read();
        if (!compression.isPresent() || known.equals(Optional.of(Compression.NONE))) {
            return PayloadCompression.NONE;
        }
        return new PayloadCompression(
                known.orElse(Compression.NONE), Math.toIntExact(payload.get(Attributes.MAX_BYTES)));
    }
}
