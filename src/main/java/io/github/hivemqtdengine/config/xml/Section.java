// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Element.Text;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Element with its defaults, as seen by a reader. An omitted element behaves like an empty one. The defaults supply each
 * attribute that the element lacks.
 */
public final class Section {

    private final Element element;
    private final boolean isPresent;
    private final boolean isDefault;
    private final @Nullable Element defaults;
    private final Problems problems;

    public Section(Element element, Problems problems) {
        this(element, true, false, null, problems);
    }

    /**
     * @param isDefault whether the element is inside the defaults
     * @param defaults the element to inherit from
     */
    private Section(
            Element element, boolean isPresent, boolean isDefault, @Nullable Element defaults, Problems problems) {
        this.element = element;
        this.isPresent = isPresent;
        this.isDefault = isDefault;
        this.defaults = defaults;
        this.problems = problems;
    }

    /** Returns this element as defaults, which need not suit every element that inherits them. */
    public Section asDefaults() {
        problems.noteAllRead(element);
        return new Section(element, isPresent, true, null, problems);
    }

    /** Returns this element with another one as its defaults. */
    public Section inheriting(Section other) {
        return new Section(element, isPresent, isDefault, other.element, problems);
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
        return new Section(other, isPresent, isDefault, kept, problems);
    }

    /** Returns the value of a setting, or its default. */
    public <T> T get(Setting<T> setting) {
        return value(setting).get();
    }

    /** Returns the value of a setting if it is present. */
    public <T> Optional<T> read(Setting<T> setting) {
        return value(setting).read();
    }

    /** Returns the value of a setting; reports a missing one. */
    public <T> Optional<T> require(Setting<T> setting) {
        return value(setting).required();
    }

    /** Returns the attribute or the text of the element that a setting declares. */
    public <T> Value<T> value(Setting<T> setting) {
        var own = setting.isAttribute()
                ? Optional.ofNullable(element.attributes().get(setting.name()))
                : first(single(setting.name())).map(Element::text);
        var text = own.or(() -> inherited(setting)).orElse(null);
        return new Value<>(
                setting, setting.pathIn(element), element.place(), text, own.isEmpty() || isDefault, problems);
    }

    private Optional<Text> inherited(Setting<?> setting) {
        if (defaults == null) {
            return Optional.empty();
        }
        return setting.isAttribute()
                ? Optional.ofNullable(defaults.attributes().get(setting.name()))
                : first(defaults.children(setting.name())).map(Element::text);
    }

    /** Returns the text of each child that a setting declares. */
    public <T> List<Value<T>> values(Setting<T> setting) {
        return element.children(setting.name()).stream()
                .map(child -> new Value<>(setting, child.path(), child.place(), child.text(), isDefault, problems))
                .toList();
    }

    /** Returns an optional child. */
    public Section child(ElementType type) {
        var name = type.name();
        return first(single(name)).map(child -> section(child, name)).orElseGet(() -> absent(name, problems));
    }

    /** Returns a child; if it is missing, reports that as its only problem. */
    public Section requiredChild(ElementType type) {
        var name = type.name();
        if (isPresent(type) || inherited(name).isPresent()) {
            return child(type);
        }
        problems.add(element.place(), element.pathOf(name), "", "is missing");
        return absent(name, problems.muted());
    }

    /** Returns all children of a type. */
    public List<Section> children(ElementType type) {
        return element.children(type.name()).stream()
                .map(child -> section(child, type.name()))
                .toList();
    }

    /** Returns all children of a type; reports if there is none. */
    public List<Section> requiredChildren(ElementType type) {
        requireOne(type);
        return children(type);
    }

    /** Reports if there is no such child. */
    public void requireOne(Node node) {
        if (!isPresent(node)) {
            problems.add(element, "needs at least one <" + node.name() + ">");
        }
    }

    /** Returns whether the file contains the element. */
    public boolean isPresent() {
        return isPresent;
    }

    /** Exempts all that the element has from the search for values without an effect. */
    public void ignoreRest() {
        problems.noteAllRead(element);
    }

    /** Reports a problem of the element as a whole. */
    public void reject(String rule) {
        problems.add(element, rule);
    }

    private List<Element> single(String name) {
        var children = element.children(name);
        children.stream().skip(1).forEach(child -> {
            problems.add(child, "is given more than once");
            problems.noteAllRead(child);
        });
        return children;
    }

    private boolean isPresent(Node node) {
        return !element.children(node.name()).isEmpty();
    }

    private Optional<Element> inherited(String name) {
        return defaults == null ? Optional.empty() : first(defaults.children(name));
    }

    private static Optional<Element> first(List<Element> elements) {
        return elements.stream().findFirst();
    }

    private Section section(Element child, String name) {
        problems.noteRead(child.text());
        return new Section(child, true, isDefault, inherited(name).orElse(null), problems);
    }

    private Section absent(String name, Problems collector) {
        var absent = Element.absent(name, element.pathOf(name), element.place());
        return new Section(absent, false, isDefault, inherited(name).orElse(null), collector);
    }
}
