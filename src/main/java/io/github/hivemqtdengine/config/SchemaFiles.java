package io.github.hivemqtdengine.config;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;

/** The files that schemas of payloads are in, all of them below {@code schemas} in the configuration's folder. */
final class SchemaFiles {

    private static final String FOLDER = "schemas";

    private final Path folder;
    private final Inputs inputs;

    /** @param configuration the configuration's folder */
    SchemaFiles(Path configuration, Inputs inputs) {
        this.folder = configuration.resolve(FOLDER).toAbsolutePath().normalize();
        this.inputs = inputs;
    }

    /**
     * The content of a file.
     *
     * @param name its path below the folder of the schemas
     * @throws IllegalArgumentException with a rule that completes a sentence about the name, if there is none
     */
    byte[] read(String name) {
        return read(resolved(name));
    }

    /** The content of a file that was found. */
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
     * The files of a folder in the order of their names.
     *
     * @param name the folder's path below the folder of the schemas
     * @param glob what their names match
     * @throws IllegalArgumentException with a rule that completes a sentence about the name, if there is no such folder
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
                throw new IllegalArgumentException("is no path in " + folder);
            }
            return path;
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is no path", e);
        }
    }
}
