// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/** Rights of files and folders, where the file system has POSIX rights. */
public final class FileRights {

    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private FileRights() {}

    /** Returns whether there are such rights here. */
    public static boolean areKnown() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    /** Returns whether this process may read and write every file, as root may. */
    public static boolean areIgnored() {
        return System.getProperty("user.name").equals("root");
    }

    /** Lets the owner, or no user, write to a folder and to all below it. */
    public static void setWritable(Path folder, boolean isWritable) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.toList()) {
                var rights = EnumSet.of(PosixFilePermission.OWNER_READ);
                if (Files.isDirectory(file)) {
                    rights.add(PosixFilePermission.OWNER_EXECUTE);
                }
                if (isWritable) {
                    rights.add(PosixFilePermission.OWNER_WRITE);
                }
                Files.setPosixFilePermissions(file, rights);
            }
        }
    }

    /** Asserts that only its owner has rights to a file or folder. */
    public static void assertPrivate(Path file) throws IOException {
        assertThat(Files.getPosixFilePermissions(file)).as("%s", file).isSubsetOf(OWNERS);
    }

    /** Asserts the same of a folder and of all below it. */
    public static void assertTreePrivate(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.toList()) {
                assertPrivate(file);
            }
        }
    }
}
