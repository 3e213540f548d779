// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.disk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates folders and files that only the user of the broker's process can read, since they contain messages. On file
 * systems without POSIX permissions the defaults apply. Existing files keep their permissions.
 */
public final class PrivateFiles {

    private static final Logger LOG = LoggerFactory.getLogger(PrivateFiles.class);

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    private static final String SUPERUSER = "root";

    private PrivateFiles() {}

    /** Creates a folder and its missing parents. */
    public static void createFolders(Path folder) throws IOException {
        Files.createDirectories(folder, attributes(folder, FOLDER));
    }

    /** Opens a file, and creates it if the options say so. */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        return FileChannel.open(file, Set.of(options), attributes(file, FILE));
    }

    /** Opens a file to read and write, and creates it if missing. */
    public static RandomAccessFile openRandomAccess(Path file) throws IOException {
        open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
        return new RandomAccessFile(file.toFile(), "rw");
    }

    /** Writes a file, replacing any earlier content. */
    public static void write(Path file, byte[] content) throws IOException {
        try (var out =
                open(file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            var rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                out.write(rest);
            }
        }
    }

    /**
     * Returns the owner of a folder if it is not the user of this process. That user could replace what this process
     * creates there by a link. Empty without POSIX permissions.
     */
    public static Optional<String> otherOwner(Path folder) throws IOException {
        if (!hasPosixRights(folder)) {
            return Optional.empty();
        }
        var own = Files.createTempFile("hivemq-tdengine", ".tmp"); // names of users and their numbers may be unknown
        try {
            var user = Files.getOwner(own);
            var owner = Files.getOwner(folder);
            // the owner of a link decides where it leads
            return Stream.of(owner, Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS))
                    .filter(one -> !one.equals(user)
                            && (one.equals(owner) || !one.getName().equals(SUPERUSER)))
                    .map(UserPrincipal::getName)
                    .findFirst();
        } finally {
            Files.delete(own);
        }
    }

    /** Removes the permissions of other users from a folder that may have been created with them, and logs it. */
    public static void restrict(Path folder) {
        if (!hasPosixRights(folder)) {
            return;
        }
        try {
            var rights = Files.getPosixFilePermissions(folder);
            if (FOLDER.containsAll(rights)) {
                return;
            }
            var owners = EnumSet.copyOf(FOLDER);
            owners.retainAll(rights);
            Files.setPosixFilePermissions(folder, owners);
            LOG.info(
                    "Folder \"{}\" was accessible to other users ({}); it is restricted to the broker's user"
                            + " now ({})",
                    folder,
                    PosixFilePermissions.toString(rights),
                    PosixFilePermissions.toString(owners));
        } catch (IOException | UnsupportedOperationException e) {
            LOG.warn(
                    "Folder \"{}\" may be accessible to other users, and its permissions cannot be changed:" + " {}",
                    folder,
                    e.toString());
        }
    }

    private static boolean hasPosixRights(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> rights) {
        return hasPosixRights(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(rights)}
                : new FileAttribute<?>[0];
    }
}
