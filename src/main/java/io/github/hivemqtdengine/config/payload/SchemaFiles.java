// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.SourceFiles;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/** Schema files of payloads, all of them below {@code schemas} in the configuration's folder. */
public final class SchemaFiles {

    private static final String FOLDER = "schemas";

    private final Path folder;
    private final SourceFiles inputs;

    /** @param configuration the configuration's folder */
    public SchemaFiles(Path configuration, SourceFiles inputs) {
        this.folder = configuration.resolve(FOLDER).toAbsolutePath().normalize();
        this.inputs = inputs;
    }

    /**
     * Returns the content of a file.
     *
     * @param name its path below the schema folder
     * @throws IllegalArgumentException if it can't be read; the message completes a sentence about the name
     */
    byte[] read(String name) {
        return read(resolved(name));
    }

    /** Returns the content of a file that {@link #list} has found. */
    byte[] read(Path file) {
        try {
            return inputs.read(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("names no file in " + folder + "; put the schema there", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "names a file that can't be read (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    /**
     * Returns the files of a folder, sorted by name.
     *
     * @param name the folder's path below the schema folder
     * @param glob the pattern of the file names
     * @throws IllegalArgumentException if the folder can't be read; the message completes a sentence about the name
     */
    List<Path> list(String name, String glob) {
        try {
            return inputs.list(resolved(name), glob);
        } catch (NoSuchFileException | NotDirectoryException e) {
            throw new IllegalArgumentException("names no folder in " + folder, e);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "names a folder that can't be read (" + e.getClass().getSimpleName() + ")", e);
        }
    }

    private Path resolved(String name) {
        try {
            var path = folder.resolve(name).normalize();
            if (name.isBlank() || !path.startsWith(folder) || path.equals(folder)) {
                throw new IllegalArgumentException("is not a path in " + folder);
            }
            return path;
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is not a path", e);
        }
    }
}
