package io.github.hivemqtdengine.config.xml;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Paths of the elements and attributes that the readers have requested. Every requested name is allowed in a file, so
 * there is no second list of names to maintain.
 */
public final class KnownNames {

    private final Set<String> paths = new LinkedHashSet<>();
    private final Set<String> texts = new HashSet<>();

    void add(String path) {
        paths.add(path);
    }

    void addText(String path) {
        add(path);
        texts.add(path);
    }

    boolean isText(String path) {
        return texts.contains(path);
    }

    boolean contains(String path) {
        return paths.contains(path);
    }

    public Set<String> paths() {
        return paths;
    }

    /** Returns the names of the elements that this one may contain. */
    List<String> childrenOf(Element element) {
        return namesBehind(element.pathOf(""));
    }

    /** Returns the names of the attributes that this element may have. */
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
