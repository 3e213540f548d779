package io.github.hivemqtdengine.config;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The elements and attributes that the readers have asked for, as paths. What they ask for is what a file may hold, so
 * there is no second list of names to keep in step.
 */
final class Vocabulary {

    private final Set<String> paths = new LinkedHashSet<>();
    private final Set<String> texts = new HashSet<>();

    void add(String path) {
        paths.add(path);
    }

    /** Adds an element that holds text. */
    void addText(String path) {
        add(path);
        texts.add(path);
    }

    /** Whether an element may hold text. */
    boolean isText(String path) {
        return texts.contains(path);
    }

    boolean contains(String path) {
        return paths.contains(path);
    }

    Set<String> paths() {
        return paths;
    }

    /** The elements that may stand in this one. */
    List<String> childrenOf(Element element) {
        return namesBehind(element.pathOf(""));
    }

    /** The attributes that this element may have. */
    List<String> attributesOf(Element element) {
        return namesBehind(element.pathOfAttribute(""));
    }

    private List<String> namesBehind(String prefix) {
        return paths.stream()
                .filter(path -> path.startsWith(prefix))
                .map(path -> path.substring(prefix.length()))
                .filter(name -> name.indexOf('/') < 0 && name.indexOf('@') < 0)
                .toList();
    }
}
