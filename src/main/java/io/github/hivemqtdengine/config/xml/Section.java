package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Element.Text;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Element with its defaults, as seen by a reader. Requesting a child or an attribute makes its name known.
 * An omitted element behaves like an empty one. The defaults supply each attribute that the element lacks.
 */
public final class Section {

    private final Element element;
    private final boolean isPresent;
    private final boolean isDefault;
    private final @Nullable Element defaults;
    private final KnownNames knownNames;
    private final Problems problems;

    public Section(Element element, KnownNames knownNames, Problems problems) {
        this(element, true, false, null, knownNames, problems);
    }

    /**
     * @param isDefault whether the element is inside the defaults
     * @param defaults the element to inherit from
     */
    private Section(
            Element element,
            boolean isPresent,
            boolean isDefault,
            @Nullable Element defaults,
            KnownNames knownNames,
            Problems problems) {
        this.element = element;
        this.isPresent = isPresent;
        this.isDefault = isDefault;
        this.defaults = defaults;
        this.knownNames = knownNames;
        this.problems = problems;
    }

    /** Returns this element as defaults, which need not suit every element that inherits them. */
    public Section asDefaults() {
        return new Section(element, isPresent, true, null, knownNames, problems);
    }

    /** Returns this element with another one as its defaults. */
    public Section inheriting(Section other) {
        return new Section(element, isPresent, isDefault, other.element, knownNames, problems);
    }

    /** Returns the element without its defaults. */
    public Element element() {
        return element;
    }

    /** Returns another element, which is read in place of this one, with only these children of the defaults. */
    public Section replacedBy(Element other, String... inherited) {
        var all = defaults;
        var kept = all == null
                ? null
                : all.withChildren(Arrays.stream(inherited)
                        .flatMap(name -> all.children(name).stream())
                        .toList());
        return new Section(other, isPresent, isDefault, kept, knownNames, problems);
    }

    /** Returns an attribute. */
    public Value attribute(String name) {
        var path = element.pathOfAttribute(name);
        knownNames.add(path);
        return value(
                path,
                element.attributes().get(name),
                defaults == null ? null : defaults.attributes().get(name));
    }

    /** Returns the text of a child that has no other content. */
    public Value text(String name) {
        var path = element.pathOf(name);
        knownNames.addText(path);
        var texts = single(name);
        return value(
                path,
                first(texts).map(Element::text).orElse(null),
                inherited(name).map(Element::text).orElse(null));
    }

    private Value value(String path, @Nullable Text own, @Nullable Text inherited) {
        return new Value(path, element.place(), own == null ? inherited : own, own == null || isDefault, problems);
    }

    /** Returns the text of each child of this name. */
    public List<Value> texts(String name) {
        knownNames.addText(element.pathOf(name));
        return found(name).stream()
                .map(child -> new Value(child.path(), child.place(), child.text(), isDefault, problems))
                .toList();
    }

    /** Returns an optional child. */
    public Section child(String name) {
        return first(single(name)).map(child -> section(child, name)).orElseGet(() -> absent(name, problems));
    }

    /** Returns a child; if it is missing, reports that as its only problem. */
    public Section requiredChild(String name) {
        if (!found(name).isEmpty() || inherited(name).isPresent()) {
            return child(name);
        }
        problems.add(element.place(), element.pathOf(name), "", "is missing");
        return absent(name, problems.muted());
    }

    /** Returns all children of this name. */
    public List<Section> children(String name) {
        return found(name).stream().map(child -> section(child, name)).toList();
    }

    /** Returns all children of this name; reports if there is none. */
    public List<Section> requiredChildren(String name) {
        requireOne(name);
        return children(name);
    }

    /** Reports if there is no child of this name. */
    public void requireOne(String name) {
        if (found(name).isEmpty()) {
            problems.add(element, "needs at least one <" + name + ">");
        }
    }

    /** Returns whether the file contains the element. */
    public boolean isPresent() {
        return isPresent;
    }

    /** Reports a problem of the element as a whole. */
    public void reject(String rule) {
        problems.add(element, rule);
    }

    private List<Element> single(String name) {
        var children = found(name);
        children.stream().skip(1).forEach(child -> problems.add(child, "is given more than once"));
        return children;
    }

    private List<Element> found(String name) {
        knownNames.add(element.pathOf(name));
        return element.children(name);
    }

    private Optional<Element> inherited(String name) {
        return defaults == null ? Optional.empty() : first(defaults.children(name));
    }

    private static Optional<Element> first(List<Element> elements) {
        return elements.stream().findFirst();
    }

    private Section section(Element child, String name) {
        return new Section(child, true, isDefault, inherited(name).orElse(null), knownNames, problems);
    }

    private Section absent(String name, Problems collector) {
        var absent = Element.absent(name, element.pathOf(name), element.place());
        return new Section(absent, false, isDefault, inherited(name).orElse(null), knownNames, collector);
    }
}
