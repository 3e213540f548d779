package io.github.hivemqtdengine.config;

import java.util.List;
import java.util.Map;

/**
 * An element of the file.
 *
 * @param name its name
 * @param path the names from below the root down to this element, with slashes; empty for the root
 * @param place where its start tag begins
 * @param attributes its attributes by name, in their order
 * @param children its elements in their order
 * @param text its text without the white space around it
 */
record Element(String name, String path, Place place, Map<String, Text> attributes, List<Element> children, Text text) {

    /** Stands in for an element that the file leaves out; it counts as standing where its parent does. */
    static Element absent(String name, String path, Place place) {
        return new Element(name, path, place, Map.of(), List.of(), new Text(path, place, "", ""));
    }

    /** The path that a child of this name has. */
    String pathOf(String child) {
        return path.isEmpty() ? child : path + "/" + child;
    }

    /** The path that an attribute of this name has. */
    String pathOfAttribute(String attribute) {
        return path + "@" + attribute;
    }

    List<Element> children(String childName) {
        return children.stream().filter(child -> child.name.equals(childName)).toList();
    }
}
