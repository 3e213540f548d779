package io.github.hivemqtdengine.config;

import java.util.List;

/**
 * An element while it is read. Asking for a child or an attribute makes its name known; an element that is left out
 * answers like an empty one.
 */
final class Section {

    private final Element element;
    private final boolean isPresent;
    private final Vocabulary vocabulary;
    private final Problems problems;

    Section(Element element, Vocabulary vocabulary, Problems problems) {
        this(element, true, vocabulary, problems);
    }

    private Section(Element element, boolean isPresent, Vocabulary vocabulary, Problems problems) {
        this.element = element;
        this.isPresent = isPresent;
        this.vocabulary = vocabulary;
        this.problems = problems;
    }

    /** An attribute. */
    Value attribute(String name) {
        var path = element.pathOfAttribute(name);
        vocabulary.add(path);
        return new Value(path, element.line(), element.attributes().get(name), problems);
    }

    /** The text of a child that holds nothing else. */
    Value text(String name) {
        var path = element.pathOf(name);
        vocabulary.addText(path);
        var texts = single(name);
        return new Value(
                path, element.line(), texts.isEmpty() ? null : texts.get(0).text(), problems);
    }

    /** The texts of all children of this name. */
    List<Value> texts(String name) {
        vocabulary.addText(element.pathOf(name));
        return found(name).stream()
                .map(child -> new Value(child.path(), child.line(), child.text(), problems))
                .toList();
    }

    /** A child that may be left out. */
    Section child(String name) {
        var children = single(name);
        return children.isEmpty() ? absent(name, problems) : section(children.get(0));
    }

    /** A child that must be there; if it is not, that is the only problem with it. */
    Section requiredChild(String name) {
        if (!found(name).isEmpty()) {
            return child(name);
        }
        problems.add(element.line(), element.pathOf(name), "", "is missing");
        return absent(name, problems.muted());
    }

    /** All children of this name. */
    List<Section> children(String name) {
        return found(name).stream().map(this::section).toList();
    }

    /** All children of this name, of which there must be one. */
    List<Section> requiredChildren(String name) {
        requireOne(name);
        return children(name);
    }

    /** Reports if there is no child of this name. */
    void requireOne(String name) {
        if (found(name).isEmpty()) {
            problems.add(element, "needs at least one <" + name + ">");
        }
    }

    /** Whether the element stands in the file. */
    boolean isPresent() {
        return isPresent;
    }

    /** Reports something that is wrong with the element as a whole. */
    void reject(String rule) {
        problems.add(element, rule);
    }

    private List<Element> single(String name) {
        var children = found(name);
        children.stream().skip(1).forEach(child -> problems.add(child, "is given more than once"));
        return children;
    }

    private List<Element> found(String name) {
        vocabulary.add(element.pathOf(name));
        return element.children(name);
    }

    private Section section(Element child) {
        return new Section(child, true, vocabulary, problems);
    }

    private Section absent(String name, Problems heard) {
        return new Section(Element.absent(name, element.pathOf(name), element.line()), false, vocabulary, heard);
    }
}
