package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.expression.NearestWord;
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

    private boolean isText(String path) {
        return texts.contains(path);
    }

    private boolean contains(String path) {
        return paths.contains(path);
    }

    public Set<String> paths() {
        return paths;
    }

    /** Returns the names of the elements that this one may contain. */
    private List<String> childrenOf(Element element) {
        return namesAfter(element.pathOf(""));
    }

    /** Returns the names of the attributes that this element may have. */
    private List<String> attributesOf(Element element) {
        return namesAfter(element.pathOfAttribute(""));
    }

    private List<String> namesAfter(String prefix) {
        return paths.stream()
                .filter(path -> path.startsWith(prefix))
                .map(path -> path.substring(prefix.length()))
                .filter(name -> name.indexOf('/') < 0 && name.indexOf('@') < 0)
                .toList();
    }

    /**
     * Reports elements and attributes that no reader has requested, and text in place of elements; not the content of
     * unknown elements.
     */
    public void reportUnknown(Element element, Problems problems) {
        reportAttributes(element, problems);
        var known = childrenOf(element);
        if (!isText(element.path()) && !element.text().written().isEmpty()) {
            reportText(element, known, problems);
        }
        for (var child : element.children()) {
            if (contains(child.path())) {
                reportUnknown(child, problems);
            } else {
                problems.add(
                        child.place(),
                        child.path(),
                        child.name(),
                        "is not an element of <" + element.name() + ">"
                                + advice(child.name(), known, attributesOf(element), "an attribute"));
            }
        }
    }

    /** Reports text between elements without quoting it: it may be a password that lost its tag. */
    private void reportText(Element element, List<String> known, Problems problems) {
        var attributes = attributesOf(element);
        if (known.isEmpty()) {
            problems.add(
                    element.text(),
                    "is text where only attributes belong; write it as one of them, like <" + element.name() + " "
                            + String.join("=\"...\" ", attributes) + "=\"...\"/>");
        } else {
            problems.add(element, "holds text where only elements belong: " + String.join(", ", known));
        }
    }

    private void reportAttributes(Element element, Problems problems) {
        var known = attributesOf(element);
        element.attributes().forEach((name, text) -> {
            if (!contains(text.path())) {
                problems.add(
                        text.place(),
                        text.path(),
                        name,
                        "is not an attribute of <" + element.name() + ">"
                                + advice(name, known, childrenOf(element), "an element of its own"));
            }
        });
    }

    private static String advice(String name, List<String> known, List<String> others, String otherKind) {
        if (others.contains(name)) {
            return ": write it as " + otherKind;
        }
        return known.isEmpty() ? ": leave it out" : NearestWord.suggestion(name, known);
    }
}
