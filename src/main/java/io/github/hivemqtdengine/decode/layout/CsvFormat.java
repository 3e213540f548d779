// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.layout;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.StrictText;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.ListDocument;
import io.github.hivemqtdengine.decode.document.ValueDocument;
import io.github.hivemqtdengine.decode.document.ValueDocument.ObjectParts;
import java.nio.charset.Charset;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CSV (RFC 4180). Each line is an object of strings; an empty value is null. Errors name the line instead of the byte,
 * since values may contain line breaks.
 *
 * @param charset charset of the text
 * @param separator character between values
 * @param columns names of the values; empty if the first line holds them
 */
public record CsvFormat(Charset charset, char separator, List<String> columns) implements DocumentFormat {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    @Override
    public Document open(Payload payload) throws DecodeException {
        var text = StrictText.of(payload.bytes(), charset);
        var lines = CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(true)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .ofCsvRecord(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text)
                .iterator();
        return new Lines(lines, columns.isEmpty() ? header(lines) : columns);
    }

    private static List<String> header(Iterator<CsvRecord> lines) throws DecodeException {
        try {
            if (!lines.hasNext()) {
                throw new DecodeException(Fault.TRUNCATED, "The payload has no line with the names of its columns", 0);
            }
            var names = lines.next().getFields();
            if (new HashSet<>(names).size() < names.size()) {
                throw new DecodeException(Fault.MALFORMED, "Two columns of the payload have one name", 0);
            }
            return names;
        } catch (CsvParseException e) {
            throw new DecodeException(Fault.MALFORMED, "The payload's first line is not valid CSV", 0);
        }
    }

    @Override
    public boolean isList() {
        return true;
    }

    private static final class Lines extends ListDocument {

        private final Iterator<CsvRecord> lines;
        private final List<String> columns;
        private boolean isBroken;

        Lines(Iterator<CsvRecord> lines, List<String> columns) {
            this.lines = lines;
            this.columns = columns;
        }

        @Override
        @Nullable
        protected Document next() throws DecodeException {
            var line = line();
            if (line == null) {
                return null;
            }
            if (line.getFieldCount() != columns.size()) {
                throw new DecodeException(
                        Fault.MALFORMED,
                        "Line " + line.getStartingLineNumber() + " of the payload has " + line.getFieldCount()
                                + " values for " + columns.size() + " columns",
                        -1);
            }
            return new ValueDocument(
                    new ObjectParts(columns.size(), columns::get, index -> value(line.getField(index))));
        }

        private static @Nullable String value(String text) {
            return text.isEmpty() ? null : text;
        }

        private @Nullable CsvRecord line() throws DecodeException {
            try {
                return !isBroken && lines.hasNext() ? lines.next() : null;
            } catch (CsvParseException e) {
                isBroken = true; // the start of the next line is unknown
                throw new DecodeException(
                        Fault.MALFORMED,
                        "The payload has a value whose quotes are not right, or a line or a value that is too long",
                        -1);
            }
        }
    }
}
