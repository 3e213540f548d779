// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounded folder of a spool for the unreadable parts of segments. When a new file does not fit, the oldest files are
 * deleted. The newest file stays even if it exceeds the limit. Segments of a later format version are not damaged, so
 * they are neither counted nor deleted. Thread-safe.
 */
public final class DamagedFolder {

    /** Fraction (1/8) of the spool's {@code max-bytes} that the folder may take in addition: 512 MiB by default. */
    public static final int SHARE_OF_SPOOL = 8;

    static final String SUFFIX = ".damaged";

    /** Maximum number of files: a gauge lists all of them, and a small file takes more of a disk than its bytes. */
    private static final int MAX_FILES = 10_000;

    private static final Pattern OF_LATER_FORMAT = Pattern.compile(".*\\.format-[0-9]+" + Pattern.quote(SUFFIX));

    private static final Logger LOG = LoggerFactory.getLogger(DamagedFolder.class);

    private final Path folder;
    private final long maxBytes;
    private final int maxFiles;
    private final OncePerInterval deletion = new OncePerInterval(Duration.ofSeconds(10));
    /** Sizes of the files that may be deleted, the oldest first; {@code null} until the first file comes. */
    private @Nullable Map<Path, Long> sizes;

    private long counted;
    private long deleted;

    /** @param folder created with the first file */
    public DamagedFolder(Path folder, long maxBytes) {
        this(folder, maxBytes, MAX_FILES);
    }

    public DamagedFolder(Path folder, long maxBytes, int maxFiles) {
        this.folder = folder;
        this.maxBytes = maxBytes;
        this.maxFiles = maxFiles;
    }

    private record Found(Path file, long bytes, long time) {}

    /** Makes room for a file, which the caller creates or replaces; returns its path. */
    synchronized Path place(String name, long bytes) throws IOException {
        PrivateFiles.createFolders(folder);
        var kept = sizes == null ? load() : sizes;
        sizes = kept;
        var file = folder.resolve(name);
        forget(kept, file);
        long before = deleted;
        while (!kept.isEmpty() && (counted + bytes > maxBytes || kept.size() >= maxFiles)) {
            var oldest = kept.keySet().iterator().next();
            Files.deleteIfExists(oldest); // an operator may have removed it
            forget(kept, oldest);
            deleted++;
        }
        kept.put(file, bytes);
        counted += bytes;
        if (deleted > before && deletion.tryAcquire()) {
            LOG.warn(
                    "{} of the oldest files in \"{}\" deleted so far to stay within {} bytes and {} files",
                    deleted,
                    folder,
                    maxBytes,
                    maxFiles);
        }
        return file;
    }

    private void forget(Map<Path, Long> kept, Path file) {
        var bytes = kept.remove(file);
        counted -= bytes == null ? 0 : bytes;
    }

    /** Returns the path for a segment that a later version of the extension has written. */
    Path placeLater(String name, int format) throws IOException {
        PrivateFiles.createFolders(folder);
        return folder.resolve(name + ".format-" + format + SUFFIX);
    }

    private Map<Path, Long> load() throws IOException {
        var loaded = new LinkedHashMap<Path, Long>();
        found().stream()
                .filter(found ->
                        !OF_LATER_FORMAT.matcher(found.file().toString()).matches())
                .sorted(Comparator.comparingLong(Found::time).thenComparing(Found::file))
                .forEach(found -> loaded.put(found.file(), found.bytes()));
        counted = loaded.values().stream().mapToLong(Long::longValue).sum();
        return loaded;
    }

    private List<Found> found() throws IOException {
        var found = new ArrayList<Found>();
        try (var files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (var path : files) {
                var file = path.toFile(); // length 0 and time 0 if it was deleted in the meantime
                found.add(new Found(path, file.length(), file.lastModified()));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return found;
    }

    /** Returns the bytes of all current files, those of a later format included; 0 if unknown. */
    public long bytes() {
        try {
            return found().stream().mapToLong(Found::bytes).sum();
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            LOG.debug("Folder of damaged files \"{}\" cannot be listed", folder, e);
            return 0;
        }
    }
}
