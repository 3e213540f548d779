// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.message.Sha256;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Files of a configuration and their hashes, kept instead of content that may be secret. Not thread-safe. */
public final class SourceFiles {

    private final Map<Look, String> seen = new LinkedHashMap<>();
    private final Map<Path, byte[]> drafts;
    private boolean lacksFile;

    public SourceFiles() {
        this(Map.of());
    }

    /** @param drafts contents that are read in place of those of the files */
    public SourceFiles(Map<Path, byte[]> drafts) {
        this.drafts = drafts;
    }

    /** File or folder whose state can be read again. */
    private sealed interface Look {

        /** Returns the current state. */
        String again();
    }

    private record Content(Path file) implements Look {
        @Override
        public String again() {
            try {
                return hash(Files.readAllBytes(file));
            } catch (IOException e) {
                return e.getClass().getName();
            }
        }
    }

    private record Listing(Path folder, String glob) implements Look {
        @Override
        public String again() {
            try {
                return filesIn(folder, glob).toString();
            } catch (IOException e) {
                return e.getClass().getName();
            }
        }
    }

    /** Returns the content of a file. */
    public byte[] read(Path file) throws IOException {
        try {
            var draft = drafts.get(file);
            var bytes = draft == null ? Files.readAllBytes(file) : draft;
            seen.putIfAbsent(new Content(file), hash(bytes));
            return bytes;
        } catch (IOException e) {
            seen.putIfAbsent(new Content(file), e.getClass().getName());
            lacksFile = true;
            throw e;
        }
    }

    /** Returns whether a file could not be read. */
    public boolean hasMissingFile() {
        return lacksFile;
    }

    /** Returns the matching files of a folder, sorted by name; without hidden files and folders. */
    public List<Path> list(Path folder, String glob) throws IOException {
        try {
            var files = filesIn(folder, glob);
            seen.putIfAbsent(new Listing(folder, glob), files.toString());
            return files;
        } catch (IOException e) {
            seen.putIfAbsent(new Listing(folder, glob), e.getClass().getName());
            throw e;
        }
    }

    private static List<Path> filesIn(Path folder, String glob) throws IOException {
        var found = new ArrayList<Path>();
        try (var files = Files.newDirectoryStream(folder, glob)) {
            for (var file : files) {
                boolean isHidden = String.valueOf(file.getFileName()).startsWith(".");
                if (!isHidden && Files.isRegularFile(file)) {
                    found.add(file);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        Collections.sort(found);
        return found;
    }

    /** Returns whether all files and folders are in the state in which they were read. */
    public boolean isUnchanged() {
        return seen.entrySet().stream().allMatch(look -> look.getKey().again().equals(look.getValue()));
    }

    private static String hash(byte[] bytes) {
        return HexFormat.of().formatHex(Sha256.newDigest().digest(bytes));
    }
}
