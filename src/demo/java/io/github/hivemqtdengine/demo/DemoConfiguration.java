// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Mapping that the user of the demo edits, and the copy that the extension reads. The user's file is kept across runs;
 * each start recreates the copy in the broker's folder.
 */
final class DemoConfiguration {

    private static final Pattern TABLE = Pattern.compile("super-table=\"([^\"]+)\"");

    private final Path file;
    private final Path copy;
    private final boolean kept;
    private byte[] content;
    private String text;
    private String applied;

    /**
     * Reads the user's file, or writes the demo's own mapping if there is none.
     *
     * @param file the file that the user edits
     * @param copy the file that the extension reads
     * @param database the elements of the database and their values in both files
     */
    DemoConfiguration(Path file, Path copy, Map<String, String> database) {
        this.file = file;
        this.copy = copy;
        try {
            kept = Files.exists(file);
            content = kept ? Files.readAllBytes(file) : shipped();
            var found = text(content);
            text = withDatabase(found, database);
            applied = text;
            if (!kept || !text.equals(found)) {
                content = text.getBytes(StandardCharsets.UTF_8);
                Files.write(file, content);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        handOver();
    }

    private static byte[] shipped() throws IOException {
        try (var stream = DemoConfiguration.class.getResourceAsStream("/demo-config.xml")) {
            return Objects.requireNonNull(stream).readAllBytes();
        }
    }

    /** Decodes a file; bytes that are not UTF-8 are left to the extension to reject. */
    private static String text(byte[] content) {
        return new String(content, StandardCharsets.UTF_8);
    }

    private static String withDatabase(String text, Map<String, String> values) {
        for (var value : values.entrySet()) {
            var escaped = value.getValue().replace("&", "&amp;").replace("<", "&lt;");
            text = text.replaceFirst(
                    "<" + value.getKey() + ">[^<]*<",
                    Matcher.quoteReplacement("<" + value.getKey() + ">" + escaped + "<"));
        }
        return text;
    }

    Path file() {
        return file;
    }

    /** Returns whether the file existed before this run. */
    boolean isKept() {
        return kept;
    }

    /** Reads the user's file again and returns whether it has changed. */
    boolean reread() {
        try {
            var read = Files.readAllBytes(file);
            boolean isChanged = !Arrays.equals(read, content);
            content = read;
            text = text(read);
            return isChanged;
        } catch (IOException e) {
            return false; // an editor is replacing the file, or it was deleted
        }
    }

    /** Replaces the extension's copy atomically by the content that was read last. */
    void handOver() {
        try {
            var draft = Files.write(copy.resolveSibling(copy.getFileName() + ".new"), content);
            Files.move(draft, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the tables that the routes write, each once. */
    Set<String> tables() {
        return tables(routes(text));
    }

    /** Returns the tables of the routes that differ from those of the last call, or of the start. */
    Set<String> changedTables() {
        var changed = new ArrayList<>(routes(text));
        changed.removeAll(routes(applied));
        applied = text;
        return tables(changed);
    }

    private static List<String> routes(String text) {
        return List.of(text.split("<route>", -1));
    }

    private static Set<String> tables(Collection<String> routes) {
        var tables = new LinkedHashSet<String>();
        routes.forEach(route -> TABLE.matcher(route).results().forEach(match -> tables.add(match.group(1))));
        return tables;
    }
}
