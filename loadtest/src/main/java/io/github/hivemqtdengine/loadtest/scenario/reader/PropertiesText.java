// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * Properties file with the syntax of {@link Properties}, Latin-1 and escapes, which mqttloader uses. In addition it
 * keeps line numbers and duplicate keys.
 */
final class PropertiesText {

    private final String source;
    private final List<String> lines;

    private PropertiesText(String source, List<String> lines) {
        this.source = source;
        this.lines = lines;
    }

    static PropertiesText read(Path file) throws IOException {
        var name = file.getFileName();
        var text = Files.readString(file, StandardCharsets.ISO_8859_1);
        return new PropertiesText(
                name == null ? file.toString() : name.toString(), text.lines().toList());
    }

    /** Returns the comment at the head of the file, without comment signs; it may be UTF-8. */
    String head() {
        var head = lines.stream()
                .takeWhile(PropertiesText::isCommentOrBlank)
                .map(line -> line.strip().replaceFirst("^[#!]+ ?", ""))
                .collect(Collectors.joining("\n"));
        return new String(head.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8).strip();
    }

    /** Returns the settings in file order. */
    List<Setting> settings() {
        var settings = new ArrayList<Setting>();
        for (int first = 0; first < lines.size(); first++) {
            if (isCommentOrBlank(lines.get(first))) {
                continue;
            }
            int last = first;
            while (goesOn(lines.get(last)) && last + 1 < lines.size()) {
                last++;
            }
            settings.addAll(load(String.join("\n", lines.subList(first, last + 1)), first + 1));
            first = last;
        }
        return settings;
    }

    private List<Setting> load(String entry, int line) {
        var properties = new Properties();
        try {
            properties.load(new StringReader(entry));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } catch (IllegalArgumentException badEscape) {
            return List.of(new Setting(entry, "", source, line, entry));
        }
        return properties.stringPropertyNames().stream()
                .map(key -> new Setting(key, properties.getProperty(key).strip(), source, line, key))
                .toList();
    }

    private static boolean isCommentOrBlank(String line) {
        var text = line.stripLeading();
        return text.isEmpty() || text.startsWith("#") || text.startsWith("!");
    }

    /** Returns whether the next line continues this one: it ends with an odd number of backslashes. */
    private static boolean goesOn(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == '\\') {
            end--;
        }
        return (line.length() - end) % 2 == 1;
    }
}
