package io.github.hivemqtdengine.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The generations of a spool: numbered folders, of which a file names the valid one and how its lanes are laid out. All
 * others are what a crash has left.
 */
final class Generations {

    private static final Logger LOG = LoggerFactory.getLogger(Generations.class);

    /** The file that names the valid one. */
    static final String CURRENT = "current";

    private static final String NUMBER = "[0-9]{1,18}";

    private final Path spool;

    Generations(Path spool) {
        this.spool = spool;
    }

    /**
     * One of them.
     *
     * @param number 0 before the first
     * @param layout how its lanes are laid out; empty where that is not known
     */
    record Generation(long number, String layout) {}

    Path folder(long number) {
        return spool.resolve(Long.toString(number));
    }

    /** The valid one. Where its file is missing, the newest one is, whose messages then have to be laid out anew. */
    Generation valid() throws IOException {
        var file = spool.resolve(CURRENT);
        try {
            var lines = Files.readString(file).split("\n", 2);
            return new Generation(Long.parseLong(lines[0].strip()), lines.length > 1 ? lines[1] : "");
        } catch (NoSuchFileException e) {
            var newest = new Generation(
                    numbers().stream().max(Comparator.naturalOrder()).orElse(0L), "");
            makeValid(newest); // before another one is begun, which would be newer
            return newest;
        } catch (NumberFormatException e) {
            throw new IOException(file + " does not begin with the number of a generation", e);
        }
    }

    private List<Long> numbers() throws IOException {
        try (var files = Files.list(spool)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches(NUMBER))
                    .map(Long::valueOf)
                    .toList();
        }
    }

    /** Makes this one the valid one, whatever happens meanwhile. */
    void makeValid(Generation generation) throws IOException {
        var draft = spool.resolve(CURRENT + ".new");
        Files.writeString(draft, generation.number() + "\n" + generation.layout());
        Durable.file(draft);
        Files.move(draft, spool.resolve(CURRENT), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Durable.folder(spool);
    }

    /** Deletes all others, as far as that is possible. */
    void keepOnly(long number) throws IOException {
        for (long other : numbers()) {
            if (other != number) {
                delete(folder(other));
            }
        }
    }

    private static void delete(Path tree) {
        try (var files = Files.walk(tree)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            LOG.warn("{} is not needed any more and can't be deleted: {}", tree, e.toString());
        }
    }
}
