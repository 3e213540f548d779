// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Element of a configuration file.
 *
 * @param path the names from below the root down to this element, with slashes; empty for the root
 * @param place where its start tag begins
 * @param attributes its attributes by name, in order
 * @param children its elements in order
 * @param text its text without surrounding white space
 */
public record Element(
        String name, String path, Location place, Map<String, Text> attributes, List<Element> children, Text text) {

    /** Name of the root. */
    public static final String ROOT = "hivemq-tdengine-extension";

    /** Returns a placeholder for an element that the file omits; its place is that of its parent. */
    static Element absent(String name, String path, Location place) {
        return new Element(name, path, place, Map.of(), List.of(), new Text(path, place, "", ""));
    }

    String pathOf(String child) {
        return path.isEmpty() ? child : path + "/" + child;
    }

    String pathOfAttribute(String attribute) {
        return path + "@" + attribute;
    }

    /** Returns the children of this name. */
    public List<Element> children(String childName) {
        return children.stream().filter(child -> child.name.equals(childName)).toList();
    }

    /** Returns the element with another location for it and all that it contains. */
    public Element at(Location other) {
        var moved = new LinkedHashMap<String, Text>();
        attributes.forEach((key, value) -> moved.put(key, value.at(other)));
        var movedChildren = children.stream().map(child -> child.at(other)).toList();
        return new Element(name, path, other, moved, movedChildren, text.at(other));
    }

    /** Returns the element with other attributes. */
    public Element withAttributes(Map<String, Text> others) {
        return new Element(name, path, place, others, children, text);
    }

    /** Returns the element with other children. */
    public Element withChildren(List<Element> others) {
        return new Element(name, path, place, attributes, List.copyOf(others), text);
    }

    /** Returns the element with another text. */
    public Element withText(Text other) {
        return new Element(name, path, place, attributes, children, other);
    }

    /**
     * Attribute value or element text.
     *
     * @param path the path of the attribute or element
     * @param place its location
     * @param written the text of the file, which problems show, so that no value of a variable or file is logged
     * @param value the text with its references replaced; {@code null} if that failed, which is reported already
     * @param standIns other texts to try, if a reference in it is missing and the value is a placeholder
     */
    public record Text(
            String path,
            Location place,
            String written,
            @Nullable String value,
            List<String> standIns) {

        Text(String path, Location place, String written, @Nullable String value) {
            this(path, place, written, value, List.of());
        }

        private Text at(Location other) {
            return new Text(path, other, written, value, standIns);
        }

        /** Returns the text with a suffix. */
        public Text plus(String suffix) {
            var others = standIns.stream().map(other -> other + suffix).toList();
            return new Text(path, place, written + suffix, value == null ? null : value + suffix, others);
        }

        /** Returns a literal text at the same place. */
        public Text replacedBy(String literal) {
            return new Text(path, place, literal, literal);
        }
    }
}
