package io.github.hivemqtdengine.config.xml;

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

    List<Element> children(String childName) {
        return children.stream().filter(child -> child.name.equals(childName)).toList();
    }

    /**
     * Attribute value or element text.
     *
     * @param path the path of the attribute or element
     * @param place its location
     * @param written the text of the file, which problems show, so that no value of a variable or file is logged
     * @param value the text with its references replaced; {@code null} if that failed, which is reported already
     */
    record Text(
            String path,
            Location place,
            String written,
            @Nullable String value) {}
}
