// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Element.Text;
import io.github.hivemqtdengine.expression.NearestWord;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what is not declared, text in place of elements, and values that are declared but have no effect. */
public final class UnknownNames {

    private final Problems problems;

    public UnknownNames(Problems problems) {
        this.problems = problems;
    }

    /** Reports what an element has that its declaration lacks, or its reader has not read; not within unknown elements. */
    public void report(Element element, ElementType type) {
        type.attributes().forEach(setting -> {
            var text = element.attributes().get(setting.name());
            if (text != null) {
                reportUnread(text, setting);
            }
        });
        var attributes = names(type.attributes());
        var children = type.children().collect(Collectors.toMap(Node::name, Function.identity()));
        reportAttributes(element, attributes, names(type.children()));
        if (!element.text().written().isEmpty()) {
            reportText(element, names(type.children()), attributes);
        }
        element.children().forEach(child -> report(child, element, children, type));
    }

    private void report(Element child, Element element, Map<String, Node> known, ElementType type) {
        var node = known.get(child.name());
        if (node instanceof ElementType typeOfChild) {
            if (!problems.isRead(child.text())) {
                problems.noteAllRead(child);
                problems.add(child, effect(node));
            }
            report(child, typeOfChild);
        } else if (node == null) {
            reportChild(child, element, names(type.children()), names(type.attributes()));
        } else {
            reportUnread(child.text(), node);
            reportAttributes(child, List.of(), List.of());
            child.children().forEach(inner -> reportChild(inner, child, List.of(), List.of()));
        }
    }

    private void reportUnread(Text text, Node node) {
        if (!problems.isRead(text)) {
            problems.add(text, effect(node));
        }
    }

    /** The sentence of the documentation says under which conditions there is an effect. */
    private static String effect(Node node) {
        return "has no effect here. Its meaning: " + node.doc().english().replace("`", "");
    }

    private void reportChild(Element child, Element element, List<String> known, List<String> attributes) {
        problems.add(
                child.place(),
                child.path(),
                child.name(),
                "is not an element of <" + element.name() + ">"
                        + advice(child.name(), known, attributes, "an attribute"));
    }

    /** Reports text between elements without quoting it: it may be a password that lost its tag. */
    private void reportText(Element element, List<String> known, List<String> attributes) {
        if (known.isEmpty()) {
            problems.add(
                    element.text(),
                    "is text where only attributes belong; write it as one of them, like <" + element.name() + " "
                            + String.join("=\"...\" ", attributes) + "=\"...\"/>");
        } else {
            problems.add(element, "holds text where only elements belong: " + String.join(", ", known));
        }
    }

    private void reportAttributes(Element element, List<String> known, List<String> children) {
        element.attributes().forEach((name, text) -> {
            if (!known.contains(name)) {
                problems.add(
                        text.place(),
                        text.path(),
                        name,
                        "is not an attribute of <" + element.name() + ">"
                                + advice(name, known, children, "an element of its own"));
            }
        });
    }

    private static String advice(String name, List<String> known, List<String> others, String otherKind) {
        if (others.contains(name)) {
            return ": write it as " + otherKind;
        }
        return known.isEmpty() ? ": leave it out" : NearestWord.suggestion(name, known);
    }

    private static List<String> names(Stream<? extends Node> nodes) {
        return nodes.map(Node::name).toList();
    }
}
