package io.github.hivemqtdengine.spool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells which files and folders nobody writes any more: those that are at one look what they were at the last. */
final class SettledFiles {

    private Map<Path, Look> looks = new HashMap<>();

    /** Enough to notice that something was written. */
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

    /** Those of the files that are what they were when this was asked last, in the same order. */
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
                now.remove(file); // it is just being moved
            }
        }
        looks = now;
        return settled;
    }
}
