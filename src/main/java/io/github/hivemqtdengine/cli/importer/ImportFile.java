// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.importer;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * File whose records are read one by one: CSV (RFC 4180) with the names of its columns in the first line, or an object
 * of JSON in each line. Not thread-safe.
 *
 * <p>A line of CSV is an object of JSON as its payload: numbers and booleans as such, other values as text, an empty one
 * as null. {@code 007} and {@code 1,5} are texts. Columns without a name are left out.
 */
final class ImportFile implements Closeable {

    private static final String CSV = ".csv";
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final Pattern NUMBER =
            Pattern.compile("-?(?:0|[1-9]\\d{0,30})(?:\\.\\d{1,30})?(?:[eE][+-]?\\d{1,3})?");

    private final Reader in;
    private final long maxBytes;
    private final Charset charset;
    private final @Nullable Iterator<CsvRecord> csv;
    private List<String> columns = List.of();
    private long line;
    private boolean isBroken;

    /**
     * Opens a file, of CSV if its name ends so.
     *
     * @param separator the character between values of CSV
     * @param maxBytes the largest payload
     * @throws IllegalArgumentException if the separator can't be one
     */
    ImportFile(Path file, Charset charset, char separator, long maxBytes) throws IOException {
        var builder = CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(true)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE) // the count is checked here
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false);
        this.in = new BufferedReader(new InputStreamReader(Files.newInputStream(file), charset.newDecoder()));
        this.maxBytes = maxBytes;
        this.charset = charset;
        this.csv = file.toString().toLowerCase(Locale.ROOT).endsWith(CSV)
                ? builder.ofCsvRecord(in).iterator()
                : null;
    }

    /** Returns the line that was read last, from 1. */
    long line() {
        return line;
    }

    /** Returns whether the rest of the file can't be read, since it is unknown where the next record begins. */
    boolean isBroken() {
        return isBroken;
    }

    /**
     * Returns the next record; {@code null} at the end.
     *
     * @throws IllegalArgumentException if the record can't be read, with the reason
     */
    @Nullable
    ImportRecord next() throws IOException {
        try {
            return csv == null ? nextOfJson() : nextOfCsv(csv);
        } catch (CsvParseException e) {
            throw broken("it is not valid CSV: " + e.getMessage(), e);
        } catch (CharacterCodingException e) {
            throw broken("it is not " + charset + "; give its charset, such as --charset GB18030", e);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw broken("it is not " + charset + "; give its charset, such as --charset GB18030", e);
            }
            throw e.getCause();
        }
    }

    private IllegalArgumentException broken(String sentence, Exception cause) {
        isBroken = true;
        return new IllegalArgumentException(sentence, cause);
    }

    private @Nullable ImportRecord nextOfCsv(Iterator<CsvRecord> records) {
        if (columns.isEmpty()) {
            if (!records.hasNext()) {
                return null;
            }
            readHeader(records.next());
        }
        if (!records.hasNext()) {
            return null;
        }
        var values = records.next();
        line = values.getStartingLineNumber();
        if (values.getFieldCount() != columns.size()) {
            throw new IllegalArgumentException(
                    "it has " + values.getFieldCount() + " values for " + columns.size() + " columns");
        }
        var texts = new HashMap<String, @Nullable String>();
        var fields = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < columns.size(); i++) {
            if (!columns.get(i).isEmpty()) {
                var text = values.getField(i);
                texts.put(columns.get(i), text.isBlank() ? null : text.strip());
                fields.put(columns.get(i), value(text));
            }
        }
        return checked(new ImportRecord(line, texts, JsonTree.utf8(fields)));
    }

    private void readHeader(CsvRecord header) {
        line = header.getStartingLineNumber();
        columns = header.getFields().stream()
                .map(name -> withoutMark(name).strip())
                .toList();
        var names = new HashSet<String>();
        for (var name : columns) {
            if (!name.isEmpty() && !names.add(name)) {
                isBroken = true;
                throw new IllegalArgumentException("two columns have the name \"" + name + "\"");
            }
        }
        if (names.isEmpty()) {
            isBroken = true;
            throw new IllegalArgumentException("it names no column");
        }
    }

    private static String withoutMark(String text) {
        return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    }

    private static @Nullable Object value(String text) {
        var value = text.strip();
        return switch (value) {
            case "" -> null;
            case "true" -> true;
            case "false" -> false;
            default -> NUMBER.matcher(value).matches() ? new BigDecimal(value) : text;
        };
    }

    private ImportRecord checked(ImportRecord read) {
        if (read.payload().length > maxBytes) {
            throw tooLarge();
        }
        return read;
    }

    private IllegalArgumentException tooLarge() {
        return new IllegalArgumentException("it is larger than max-message-bytes, " + maxBytes + " bytes");
    }

    private @Nullable ImportRecord nextOfJson() throws IOException {
        for (var text = nextLine(); text != null; text = nextLine()) {
            if (!text.isEmpty()) {
                var bytes = text.getBytes(UTF_8);
                try {
                    return JsonTree.read(bytes) instanceof Map<?, ?> object
                            ? checked(new ImportRecord(line, object, bytes))
                            : noObject(null);
                } catch (DecodeException e) {
                    return noObject(e);
                }
            }
        }
        return null;
    }

    private static ImportRecord noObject(@Nullable DecodeException e) {
        throw new IllegalArgumentException(
                "it is not a JSON object" + (e == null ? "" : ": " + e.sentence())
                        + "; a file of CSV needs a name that ends in " + CSV,
                e);
    }

    /** Returns a line without its end and blanks around it; {@code null} at the end of the file. */
    private @Nullable String nextLine() throws IOException {
        int next = in.read();
        if (next < 0) {
            return null;
        }
        var text = new StringBuilder();
        boolean isTooLarge = false;
        for (; next >= 0 && next != '\n'; next = in.read()) {
            isTooLarge |= text.length() == maxBytes;
            if (!isTooLarge) {
                text.append((char) next);
            }
        }
        line++;
        if (isTooLarge) {
            throw tooLarge();
        }
        return withoutMark(text.toString()).strip();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
