// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.importer;

import static java.nio.charset.StandardCharsets.UTF_8;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * File whose records are read one by one: CSV (RFC 4180) with the names of its columns in the first line, or an object
 * of JSON in each line. Not thread-safe.
 *
 * <p>A line of CSV is an object of JSON as its payload: numbers and booleans as such, other values as text, an empty one
 * as null. {@code 007} and {@code 1,5} are texts.
 */
final class ImportFile implements Closeable {

    private static final String CSV = ".csv";
    private static final byte[] BYTE_ORDER_MARK = "\uFEFF".getBytes(UTF_8);
    private static final Pattern NUMBER =
            Pattern.compile("-?(?:0|[1-9]\\d{0,30})(?:\\.\\d{1,30})?(?:[eE][+-]?\\d{1,3})?");

    private final InputStream in;
    private final long maxBytes;
    private final Charset charset;
    private final @Nullable Iterator<NamedCsvRecord> csv;
    private long line;
    private boolean isBroken;

    /**
     * Opens a file, of CSV if its name ends so.
     *
     * @param separator the character between values of CSV
     * @param maxBytes the largest payload
     */
    ImportFile(Path file, Charset charset, char separator, long maxBytes) throws IOException {
        this.in = new BufferedInputStream(Files.newInputStream(file));
        skipByteOrderMark();
        this.maxBytes = maxBytes;
        this.charset = charset;
        this.csv = file.toString().toLowerCase(Locale.ROOT).endsWith(CSV)
                ? CsvReader.builder()
                        .fieldSeparator(separator)
                        .skipEmptyLines(true)
                        .allowUnclosedQuote(false)
                        .ofNamedCsvRecord(new InputStreamReader(in, charset.newDecoder()))
                        .iterator()
                : null;
    }

    /** Returns the line that is being read, from 1. */
    long line() {
        return line;
    }

    /** Returns whether the rest of the file can't be read: of CSV it is unknown where the next line begins. */
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
        return csv == null ? nextOfJson() : nextOfCsv(csv);
    }

    private @Nullable ImportRecord nextOfCsv(Iterator<NamedCsvRecord> records) throws IOException {
        try {
            if (!records.hasNext()) {
                return null;
            }
            var values = records.next();
            line = values.getStartingLineNumber();
            if (values.getFieldCount() != values.getHeader().size()) {
                throw new IllegalArgumentException("it has " + values.getFieldCount() + " values for "
                        + values.getHeader().size() + " columns");
            }
            var texts = new HashMap<String, @Nullable String>();
            var fields = new LinkedHashMap<String, @Nullable Object>();
            for (int i = 0; i < values.getFieldCount(); i++) {
                var name = values.getHeader().get(i);
                var text = values.getField(i);
                texts.put(name, text.isEmpty() ? null : text);
                fields.put(name, value(text));
            }
            return checked(new ImportRecord(line, texts, JsonTree.utf8(fields)));
        } catch (CsvParseException e) {
            isBroken = true;
            line++;
            throw new IllegalArgumentException("it is not valid CSV: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            isBroken = true;
            line++;
            if (e.getCause() instanceof CharacterCodingException) {
                throw otherCharset();
            }
            throw e.getCause();
        }
    }

    private void skipByteOrderMark() throws IOException {
        in.mark(BYTE_ORDER_MARK.length);
        if (!Arrays.equals(in.readNBytes(BYTE_ORDER_MARK.length), BYTE_ORDER_MARK)) {
            in.reset();
        }
    }

    private IllegalArgumentException otherCharset() {
        return new IllegalArgumentException("it is not " + charset + "; say what it is, such as --charset GB18030");
    }

    private static @Nullable Object value(String text) {
        return switch (text) {
            case "" -> null;
            case "true" -> true;
            case "false" -> false;
            default -> NUMBER.matcher(text).matches() ? new BigDecimal(text) : text;
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
        for (var bytes = nextLine(); bytes != null; bytes = nextLine()) {
            if (bytes.length > 0) {
                try {
                    return JsonTree.read(bytes) instanceof Map<?, ?> object
                            ? new ImportRecord(line, object, bytes)
                            : noObject(null);
                } catch (DecodeException e) {
                    return noObject(e);
                }
            }
        }
        return null;
    }

    private static ImportRecord noObject(@Nullable DecodeException e) {
        throw new IllegalArgumentException("it is not an object of JSON" + (e == null ? "" : ": " + e.sentence()), e);
    }

    /** Returns the bytes of a line without its end; {@code null} at the end of the file. */
    private byte @Nullable [] nextLine() throws IOException {
        var bytes = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        line++;
        boolean isTooLarge = false;
        for (; next >= 0 && next != '\n'; next = in.read()) {
            isTooLarge |= bytes.size() == maxBytes;
            if (!isTooLarge) {
                bytes.write(next);
            }
        }
        if (isTooLarge) {
            throw tooLarge();
        }
        try {
            var text = charset.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()));
            return text.toString().strip().getBytes(UTF_8);
        } catch (CharacterCodingException e) {
            throw otherCharset();
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
