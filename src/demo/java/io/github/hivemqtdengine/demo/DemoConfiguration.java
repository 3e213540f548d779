package io.github.hivemqtdengine.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The extension's configuration as the demo keeps it, for its user to change. */
final class DemoConfiguration {

    private static final Pattern TABLE = Pattern.compile("super-table=\"([^\"]+)\"");

    private final Path file;
    private String text;

    /** @param file the configuration; written with the demo's routes if it is not there */
    DemoConfiguration(Path file) {
        this.file = file;
        try {
            text = Files.exists(file) ? Files.readString(file) : shipped();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String shipped() throws IOException {
        try (var stream = DemoConfiguration.class.getResourceAsStream("/demo-config.xml")) {
            return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Sets elements of the database to other values, writes the file, and gives the extension a copy. */
    void use(Map<String, String> database, Path extensionConfiguration) {
        database.forEach(this::replace);
        try {
            Files.writeString(file, text);
            Files.createDirectories(Objects.requireNonNull(extensionConfiguration.getParent()));
            Files.writeString(extensionConfiguration, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void replace(String element, String value) {
        var escaped = value.replace("&", "&amp;").replace("<", "&lt;");
        text = text.replaceFirst(
                "<" + element + ">[^<]*<", Matcher.quoteReplacement("<" + element + ">" + escaped + "<"));
    }

    Path file() {
        return file;
    }

    /** The tables that the routes write, each once. */
    Set<String> tables() {
        var tables = new LinkedHashSet<String>();
        TABLE.matcher(text).results().forEach(match -> tables.add(match.group(1)));
        return tables;
    }
}
