package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.layout.CsvFormat;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code <payload format="csv">}. */
final class CsvReader {

    private static final String SEPARATOR = "separator";
    private static final String COLUMNS = "columns";

    static final Set<String> ATTRIBUTES = Set.of(SEPARATOR, COLUMNS, Charsets.ATTRIBUTE);

    private CsvReader() {}

    static Optional<CsvFormat> read(Section payload, SchemaFiles schemas) {
        return Optional.of(new CsvFormat(
                Charsets.read(payload),
                payload.attribute(SEPARATOR).or(CsvReader::separator, ','),
                payload.attribute(COLUMNS).or(CsvReader::columns, List.of())));
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
}
