// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The lines that the statements of the product log. */
final class LogStatements {

    /** Texts that are built apart from their statements. */
    record Built(String type, String level, Pattern before) {}

    static final List<Built> BUILT = List.of(
            new Built("SequenceNumbers", "WARN", Pattern.compile("events\\.warn\\((?=\")")),
            new Built("StartReport", "INFO", Pattern.compile("String line\\([^{]*\\{[^}]*return (?=\"Route)")),
            new Built("StartReport", "WARN", Pattern.compile("String warning\\([^{]*\\{\\s*return ")),
            new Built("ReplayFolder", "WARN", Pattern.compile("\\bwarnOnce\\(\\w+, (?=\")")));

    /** The product's sources by their paths. */
    static final Map<String, String> SOURCES = sources();

    private LogStatements() {}

    /** Returns the lines that users see: all but those of level DEBUG. */
    static List<LogLine> shown() {
        var statements = SOURCES.values().stream()
                .flatMap(source -> LogLine.statements(source).stream())
                .filter(line -> !line.text().equals(LogLine.VALUE));
        return Stream.concat(statements, BUILT.stream().flatMap(built -> lines(built).stream()))
                .filter(line -> !line.level().equals("DEBUG"))
                .distinct()
                .toList();
    }

    static List<LogLine> lines(Built built) {
        return SOURCES.entrySet().stream()
                .filter(source -> declares(source.getKey(), built.type()))
                .flatMap(source -> LogLine.built(source.getValue(), built.level(), built.before()).stream())
                .toList();
    }

    static boolean declares(String file, String type) {
        return file.endsWith("/" + type + ".java");
    }

    private static Map<String, String> sources() {
        var sources = new TreeMap<String, String>();
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (var file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                sources.put(file.toString().replace('\\', '/'), Files.readString(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sources;
    }
}
