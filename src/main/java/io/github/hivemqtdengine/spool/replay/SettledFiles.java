package io.github.hivemqtdengine.spool.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Detects files and folders that are no longer written: those that are unchanged between two looks. */
final class SettledFiles {

    private Map<Path, Look> looks = new HashMap<>();

    /** State of a file tree at one look. */
    private record Look(long files, long bytes, long times) {

        static Look at(Path tree) throws IOException {
            long count = 0;
            long bytes = 0;
            long times = 0;
            try (var files = Files.walk(tree)) {
                for (var file : (Iterable<Path>) files::iterator) {
                    count++;
                    bytes += Files.size(file);
                    times += Files.getLastModifiedTime(file).hashCode();
                }
            }
            return new Look(count, bytes, times);
        }
    }

    /** Returns the files that are unchanged since the previous call, in the same order. */
    List<Path> among(List<Path> files) {
        var settled = new ArrayList<Path>();
        var now = new HashMap<Path, Look>();
        for (var file : files) {
            try {
                var look = Look.at(file);
                now.put(file, look);
                if (look.equals(looks.get(file))) {
                    settled.add(file);
                }
            } catch (IOException | UncheckedIOException e) {
                now.remove(file); // it is being moved
            }
        }
        looks = now;
        return settled;
    }
}
