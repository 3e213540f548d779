// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.console;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.StrictText;
import io.github.hivemqtdengine.message.Sha256;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;

/** The configuration file, which is replaced as a whole or not at all. */
public final class MappingFile {

    /** Largest file that is shown, bytes. */
    private static final long MAX_BYTES = 4L << 20;

    private final Path file;

    public MappingFile(Path file) {
        this.file = file;
    }

    /**
     * Content of the file.
     *
     * @param version identifies the content; empty if there is no file
     */
    record Content(String text, String version) {}

    Path path() {
        return file;
    }

    /**
     * Reads the file.
     *
     * @throws IOException if it can't be read, or is too large to be a configuration
     */
    Content read() throws IOException {
        if (Files.notExists(file)) {
            return new Content("", "");
        }
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new IOException(file + " can't be read; run the command as the broker's user");
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException(file + " is larger than " + MAX_BYTES + " bytes");
        }
        var bytes = Files.readAllBytes(file);
        try {
            return new Content(StrictText.of(bytes, StandardCharsets.UTF_8), version(bytes));
        } catch (DecodeException e) { // saving would replace what is not shown
            throw new IOException(file + " is not UTF-8, so it can't be shown or saved here", e);
        }
    }

    /**
     * Replaces the content of the file, with the owner and the permissions that it had.
     *
     * @param version the version that the writer has seen
     * @return the new version; empty if somebody else has changed the file meanwhile, and nothing was written
     * @throws IOException if the file can't be written, or would have another owner, so that the broker may not read it
     */
    synchronized String save(String text, String version) throws IOException {
        if (!read().version().equals(version)) {
            return "";
        }
        var target = Files.exists(file) ? file.toRealPath() : file; // a link stays one
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean isPosix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        var draft = Files.createTempFile(target.getParent(), ".config-", ".draft");
        try {
            try (var file = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                Channels.newOutputStream(file).write(bytes);
                file.force(true); // a power cut after the rename must not leave an empty configuration
            }
            if (isPosix && Files.exists(target)) {
                keepAccess(target, draft);
            } else if (isPosix) {
                Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r-----"));
            }
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
        return version(bytes);
    }

    private static void keepAccess(Path from, Path to) throws IOException {
        var old = Files.readAttributes(from, PosixFileAttributes.class);
        var access = Files.getFileAttributeView(to, PosixFileAttributeView.class);
        var now = access.readAttributes();
        if (!now.owner().equals(old.owner())) {
            access.setOwner(old.owner());
        }
        if (!now.group().equals(old.group())) {
            access.setGroup(old.group());
        }
        access.setPermissions(old.permissions());
    }

    private static String version(byte[] bytes) {
        return HexFormat.of().formatHex(Sha256.newDigest().digest(bytes));
    }
}
