// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads the files of {@code <include>}, all of them below the configuration's folder. */
public final class Includes {

    private static final String ROUTES = "routes";
    private static final String ROUTE = "route";
    private static final Pattern WILDCARD = Pattern.compile("[*?\\[{\\\\]");

    private final Path folder;
    private final SourceFiles inputs;
    private final References references;
    private final Problems problems;
    private final List<Element> roots = new ArrayList<>();

    /** @param folder the configuration's folder */
    public Includes(Path folder, SourceFiles inputs, References references, Problems problems) {
        this.folder = folder.toAbsolutePath().normalize();
        this.inputs = inputs;
        this.references = references;
        this.problems = problems;
    }

    /** Returns the roots of the files that an element names, each {@code <routes>} or {@code <route>}. */
    public List<Element> read(Value<String> include) {
        var read = include.read(this::files).orElse(List.of()).stream()
                .flatMap(file -> new XmlFile(start(file), inputs, references, problems).root(Includes::path).stream())
                .filter(this::hasRoutes)
                .toList();
        roots.addAll(read);
        return read;
    }

    /** Returns all roots that were read. */
    public List<Element> roots() {
        return roots;
    }

    private Location start(Path file) {
        return new Location(file, folder.relativize(file).toString().replace('\\', '/'), 1);
    }

    /** Returns the path that the root of an included file would have in the configuration. */
    private static String path(String root) {
        return switch (root) {
            case "" -> ROUTES;
            case ROUTE -> ROUTES + "/" + ROUTE;
            default -> root;
        };
    }

    private boolean hasRoutes(Element root) {
        if (root.name().equals(ROUTES)) {
            root.children("include")
                    .forEach(nested -> problems.add(
                            nested.text(),
                            "is in an included file, which can't include others; move it to the configuration"));
        } else if (!root.name().equals(ROUTE)) {
            problems.add(root, "is not the root of an included file; that is <routes> or <route>");
            return false;
        }
        return true;
    }

    private List<Path> files(String pattern) {
        int slash = pattern.lastIndexOf('/');
        var parent = pattern.substring(0, slash + 1);
        var name = pattern.substring(slash + 1);
        if (name.isEmpty() || WILDCARD.matcher(parent).find()) {
            throw new IllegalArgumentException(
                    "is not a valid file pattern: wildcards are allowed in its last part only, like routes/*.xml");
        }
        var files = files(folderOf(parent), name);
        if (files.isEmpty() && !WILDCARD.matcher(name).find()) {
            throw new IllegalArgumentException("names a file that is not there");
        }
        return files;
    }

    private Path folderOf(String parent) {
        try {
            var found = folder.resolve(parent).normalize();
            if (!found.startsWith(folder)) {
                throw new IllegalArgumentException("leads out of the configuration's folder; included files lie in it");
            }
            return found;
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is not a path", e);
        }
    }

    private List<Path> files(Path parent, String name) {
        try {
            return inputs.list(parent, name);
        } catch (NoSuchFileException | NotDirectoryException e) {
            throw new IllegalArgumentException("names a folder that is not there", e);
        } catch (IOException | PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "can't be looked for (" + e.getClass().getSimpleName() + ")", e);
        }
    }
}
