// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The files of a log or a spool, looked at from outside. */
public final class LogFiles {

    private LogFiles() {}

    /** All files below a folder; none where it is not there. */
    static List<Path> in(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Content of the files of a folder, by their names. */
    public static SortedMap<String, byte[]> contents(Path folder) throws IOException {
        var contents = new TreeMap<String, byte[]>();
        for (var file : in(folder)) {
            contents.put(file.getFileName().toString(), Files.readAllBytes(file));
        }
        return contents;
    }

    public static byte[] joined(byte[] first, byte[] second) {
        var all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** Returns whether {@code part} is at this position. */
    public static boolean isAt(byte[] all, int at, byte[] part) {
        int end = at + part.length;
        return end <= all.length && Arrays.equals(all, at, end, part, 0, part.length);
    }
}
