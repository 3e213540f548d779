package io.github.hivemqtdengine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Builds elements from the events of an XML parser. */
final class ElementTree {

    private final XMLStreamReader xml;
    private final References references;
    private final Problems problems;

    private String position = "";

    ElementTree(XMLStreamReader xml, References references, Problems problems) {
        this.xml = xml;
        this.references = references;
        this.problems = problems;
    }

    /** The path of the element in which the parser stands. */
    String position() {
        return position;
    }

    /**
     * The root element.
     *
     * @throws XMLStreamException if this is not well-formed XML
     */
    Element root() throws XMLStreamException {
        while (xml.next() != XMLStreamConstants.START_ELEMENT) {
            if (xml.getEventType() == XMLStreamConstants.DTD) {
                problems.add(line(), "!DOCTYPE", "", "is not allowed; remove the document type declaration");
            }
        }
        var root = element("", line());
        while (xml.hasNext()) {
            xml.next();
        }
        return root;
    }

    private Element element(String path, int start) throws XMLStreamException {
        position = path;
        var name = name();
        var attributes = attributes(path, start);
        var children = new ArrayList<Element>();
        var text = new StringBuilder();
        int line = line();
        while (xml.next() != XMLStreamConstants.END_ELEMENT) {
            if (xml.isStartElement()) {
                // it begins where what stands before it ends; the parser's own position is the end of the tag
                children.add(element(path.isEmpty() ? name() : path + "/" + name(), line));
                position = path;
            } else if (xml.isCharacters()) {
                text.append(xml.getText());
            }
            line = line();
        }
        var content = references.text(path, start, text.toString().strip());
        return new Element(name, path, start, attributes, List.copyOf(children), content);
    }

    private Map<String, Text> attributes(String path, int line) {
        var attributes = new LinkedHashMap<String, Text>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            // xsi:noNamespaceSchemaLocation tells an editor where the schema is
            if (!XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(xml.getAttributeNamespace(i))) {
                var name = xml.getAttributeName(i).toString();
                attributes.put(name, references.text(path + "@" + name, line, xml.getAttributeValue(i)));
            }
        }
        return attributes;
    }

    /** The name, with its name space in braces where it has one, so that it is not taken for one of ours. */
    private String name() {
        return xml.getName().toString();
    }

    private int line() {
        return Math.max(1, xml.getLocation().getLineNumber());
    }
}
