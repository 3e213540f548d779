package io.github.hivemqtdengine.cli.migrate;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of the YAML that the old extension needs: nested mappings with values on one line. Keys of nested mappings are
 * joined by dots. Other YAML is a problem.
 */
final class YamlFile {

    private static final Pattern ENTRY = Pattern.compile("( *)([A-Za-z_][A-Za-z0-9_-]*) *:(?: +(.*))?");
    private static final String QUOTES = "\"'";
    /** First characters of values that mean something else than text. */
    private static final String INDICATORS = "{[&*!|>%@`";

    private record Mapping(int indent, String prefix) {}

    private final OldSettings settings = new OldSettings();
    private final Deque<Mapping> open = new ArrayDeque<>();
    private final Notes notes;

    private YamlFile(Notes notes) {
        this.notes = notes;
    }

    static OldSettings read(String text, Notes notes) throws MigrationException {
        var file = new YamlFile(notes);
        var lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            var line = lines[i].stripTrailing();
            if (!line.isBlank() && !line.strip().startsWith("#") && !line.equals("---")) {
                file.entry(line, i + 1);
            }
        }
        return file.settings;
    }

    private void entry(String text, int line) throws MigrationException {
        var entry = ENTRY.matcher(text);
        if (!entry.matches()) {
            throw new MigrationException(
                    line, "is not written as \"key: value\" with blanks in front; write this line so, without tabs");
        }
        int indent = entry.group(1).length();
        var prefix = prefixAt(indent);
        var key = prefix + entry.group(2);
        var value = value(entry, line);
        if (value.isEmpty()) {
            open.push(new Mapping(indent + 1, key + "."));
        } else {
            settings.put(key, value, line, notes);
        }
    }

    /** Returns the keys around an entry with dots; an entry belongs to the last mapping that began before it. */
    private String prefixAt(int indent) {
        while (!open.isEmpty() && open.peek().indent() > indent) {
            open.pop();
        }
        return open.isEmpty() ? "" : open.peek().prefix();
    }

    private static String value(Matcher entry, int line) throws MigrationException {
        var written = entry.group(3) == null ? "" : entry.group(3).strip();
        if (written.isEmpty() || written.startsWith("#")) {
            return "";
        }
        char first = written.charAt(0);
        if (INDICATORS.indexOf(first) >= 0) {
            throw new MigrationException(
                    line, "has a value that begins with " + first + "; write it in quotes, on one line");
        }
        if (QUOTES.indexOf(first) >= 0) {
            return quoted(written, first, line);
        }
        int comment = written.indexOf(" #");
        return comment < 0 ? written : written.substring(0, comment).strip();
    }

    private static String quoted(String written, char quote, int line) throws MigrationException {
        int end = written.indexOf(quote, 1);
        var after = end < 0 ? "" : written.substring(end + 1).strip();
        boolean isComplete = end >= 0 && (after.isEmpty() || after.startsWith("#"));
        if (!isComplete || (quote == '"' && written.substring(0, end).indexOf('\\') >= 0)) {
            throw new MigrationException(
                    line,
                    "has a value in quotes that is not closed, or has quotes or backslashes in it; write it without them");
        }
        return written.substring(1, end);
    }
}
