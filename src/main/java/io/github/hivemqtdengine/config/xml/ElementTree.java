package io.github.hivemqtdengine.config.xml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Builds elements from the events of an XML parser. */
final class ElementTree {

    /** A configuration needs fewer than ten; each level takes room on the stack. */
    private static final int MAX_DEPTH = 100;

    private final XMLStreamReader xml;
    private final References references;
    private final Problems problems;

    private final Location start;
    private final UnaryOperator<String> pathOfRoot;
    private String position;

    /**
     * @param start the beginning of the file
     * @param pathOfRoot returns the path of the root for its name, or for an empty name if it can't be read
     */
    ElementTree(
            XMLStreamReader xml,
            Location start,
            UnaryOperator<String> pathOfRoot,
            References references,
            Problems problems) {
        this.xml = xml;
        this.start = start;
        this.pathOfRoot = pathOfRoot;
        this.position = pathOfRoot.apply("");
        this.references = references;
        this.problems = problems;
    }

    /** Returns the path of the element that the parser is in. */
    String position() {
        return position;
    }

    /**
     * Reads the root element.
     *
     * @throws XMLStreamException if the file is not well-formed XML
     */
    Element root() throws XMLStreamException {
        while (xml.next() != XMLStreamConstants.START_ELEMENT) {
            if (xml.getEventType() == XMLStreamConstants.DTD) {
                problems.add(place(), "!DOCTYPE", "", "is not allowed; remove the document type declaration");
            }
        }
        var root = element(pathOfRoot.apply(name()), place(), 1);
        while (xml.hasNext()) {
            xml.next();
        }
        return root;
    }

    private Element element(String path, Location begin, int depth) throws XMLStreamException {
        position = path;
        var name = name();
        if (depth > MAX_DEPTH) {
            problems.add(begin, path, "", "is nested too deeply: " + MAX_DEPTH + " elements are around it");
            skip();
            return new Element(name, path, begin, Map.of(), List.of(), new Text(path, begin, "", ""));
        }
        var attributes = attributes(path, begin);
        var children = new ArrayList<Element>();
        var text = new StringBuilder();
        var next = place();
        while (xml.next() != XMLStreamConstants.END_ELEMENT) {
            if (xml.isStartElement()) {
                // an element begins where the previous event ends; the parser's own position is the end of the tag
                children.add(element(path.isEmpty() ? name() : path + "/" + name(), next, depth + 1));
                position = path;
            } else if (xml.isCharacters()) {
                text.append(xml.getText());
            }
            next = place();
        }
        var content = references.text(path, begin, text.toString().strip());
        return new Element(name, path, begin, attributes, List.copyOf(children), content);
    }

    /** Skips the rest of the element that the parser is in. */
    private void skip() throws XMLStreamException {
        for (int open = 1; open > 0; ) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> open++;
                case XMLStreamConstants.END_ELEMENT -> open--;
                default -> {
                    // content of the skipped element
                }
            }
        }
    }

    private Map<String, Text> attributes(String path, Location place) {
        var attributes = new LinkedHashMap<String, Text>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            // xsi:noNamespaceSchemaLocation tells an editor where the schema is
            if (!XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(xml.getAttributeNamespace(i))) {
                var name = xml.getAttributeName(i).toString();
                attributes.put(name, references.text(path + "@" + name, place, xml.getAttributeValue(i)));
            }
        }
        return attributes;
    }

    /** Returns the name, with its name space in braces if it has one, so that it does not match a known name. */
    private String name() {
        return xml.getName().toString();
    }

    private Location place() {
        return start.atLine(xml.getLocation().getLineNumber());
    }
}
