package io.github.hivemqtdengine.cli.migrate;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Reader of Java's properties format, which keeps lines and sees repeated keys. */
final class PropertiesFile {

    private PropertiesFile() {}

    static OldSettings read(String text, Notes notes) throws MigrationException {
        var settings = new OldSettings();
        var lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            int first = i;
            var logical = new StringBuilder(lines[i]);
            while (!isComment(lines[first]) && isContinued(lines[i]) && i + 1 < lines.length) {
                logical.append('\n').append(lines[++i]);
            }
            var one = properties(logical.toString(), first + 1);
            one.stringPropertyNames()
                    .forEach(key -> settings.put(key, one.getProperty(key).strip(), first + 1, notes));
        }
        return settings;
    }

    private static boolean isComment(String line) {
        var begin = line.stripLeading();
        return begin.startsWith("#") || begin.startsWith("!");
    }

    /** Returns whether the line ends with an odd number of backslashes. */
    private static boolean isContinued(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == '\\') {
            end--;
        }
        return (line.length() - end) % 2 != 0;
    }

    private static Properties properties(String logical, int line) throws MigrationException {
        var properties = new Properties();
        try {
            properties.load(new StringReader(logical));
        } catch (IllegalArgumentException e) {
            throw new MigrationException(line, "has \\u without four hexadecimal digits; correct or remove it");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
