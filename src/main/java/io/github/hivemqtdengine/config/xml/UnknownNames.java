package io.github.hivemqtdengine.config.xml;

import java.util.List;

/** Reports unknown elements and attributes, which no reader has requested, and text in place of elements. */
public final class UnknownNames {

    private final KnownNames knownNames;
    private final Problems problems;

    public UnknownNames(KnownNames knownNames, Problems problems) {
        this.knownNames = knownNames;
        this.problems = problems;
    }

    /** Reports unknown parts of an element, but not the content of unknown elements. */
    public void report(Element element) {
        reportAttributes(element);
        var known = knownNames.childrenOf(element);
        if (!knownNames.isText(element.path()) && !element.text().written().isEmpty()) {
            reportText(element, known);
        }
        for (var child : element.children()) {
            if (knownNames.contains(child.path())) {
                report(child);
            } else {
                problems.add(
                        child.place(),
                        child.path(),
                        child.name(),
                        "is no element of <" + element.name() + ">"
                                + advice(child.name(), known, knownNames.attributesOf(element), "an attribute"));
            }
        }
    }

    /** Reports text between elements without quoting it: it may be a password that lost its tag. */
    private void reportText(Element element, List<String> known) {
        var attributes = knownNames.attributesOf(element);
        if (known.isEmpty()) {
            problems.add(
                    element.text(),
                    "is text where only attributes belong; write it as one of them, like <" + element.name() + " "
                            + String.join("=\"...\" ", attributes) + "=\"...\"/>");
        } else {
            problems.add(element, "holds text where only elements belong: " + String.join(", ", known));
        }
    }

    private void reportAttributes(Element element) {
        var known = knownNames.attributesOf(element);
        element.attributes().forEach((name, text) -> {
            if (!knownNames.contains(text.path())) {
                problems.add(
                        text.place(),
                        text.path(),
                        name,
                        "is no attribute of <" + element.name() + ">"
                                + advice(name, known, knownNames.childrenOf(element), "an element of its own"));
            }
        });
    }

    private static String advice(String name, List<String> known, List<String> others, String otherKind) {
        if (others.contains(name)) {
            return ": write it as " + otherKind;
        }
        return known.isEmpty() ? ": leave it out" : NearestName.suggestion(name, known);
    }
}
