// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Element.Text;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads an XML file into elements, or reports why it can't be read. */
public final class XmlFile {

    /** Prefix of the JDK's messages: a line with the position, and then a label, or an address and a #. */
    private static final Pattern HEADING = Pattern.compile("(?s)\\A.*\\n[^:]*: (?:http\\S*#)?");

    private final Location start;
    private final SourceFiles inputs;
    private final References references;
    private final Problems problems;

    public XmlFile(Location start, SourceFiles inputs, References references, Problems problems) {
        this.start = start;
        this.inputs = inputs;
        this.references = references;
        this.problems = problems;
    }

    /**
     * Returns the root element, whose path is empty, of a file inside the extension's jar.
     *
     * @param name the file's name, for problems that only a defect of the file can cause
     */
    public static Element shipped(String name, InputStream content) throws IOException {
        var start = new Location(Path.of(name), name, 1);
        var problems = new Problems(start.file());
        var inputs = new SourceFiles();
        var references = new References(Path.of(""), variable -> null, inputs, problems);
        return new XmlFile(start, inputs, references, problems)
                .root(content.readAllBytes(), root -> "")
                .orElseThrow(() -> new IllegalStateException(problems.inOrder().toString()));
    }

    /**
     * Returns the root element; empty if the file is missing or not well-formed, which is reported.
     *
     * @param pathOfRoot returns the path of the root for its name, or for an empty name if it can't be read
     */
    public Optional<Element> root(UnaryOperator<String> pathOfRoot) {
        try {
            return root(inputs.read(start.file()), pathOfRoot);
        } catch (IOException e) {
            problems.add(start, pathOfRoot.apply(""), "", "can't be read as XML (" + reason(e) + ")");
            return Optional.empty();
        }
    }

    private Optional<Element> root(byte[] content, UnaryOperator<String> pathOfRoot) {
        try {
            var xml = factory().createXMLStreamReader(new ByteArrayInputStream(content));
            var tree = new ElementTree(xml, start, pathOfRoot, references, problems);
            try {
                return Optional.of(tree.root());
            } catch (XMLStreamException e) {
                problems.add(start.atLine(e.getLocation().getLineNumber()), tree.position(), "", malformed(tree, e));
            }
        } catch (XMLStreamException e) {
            problems.add(start, pathOfRoot.apply(""), "", "can't be read as XML (" + reason(e) + ")");
        }
        return Optional.empty();
    }

    /** Disables document types, and with them entities that could read files or grow without end. */
    private static XMLInputFactory factory() {
        // the JDK's own parser, even if another one is on the broker's class path
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty("jdk.xml.maxElementDepth", "0"); // no limit: newer JDKs set one, and MAX_DEPTH tells more
        factory.setXMLReporter((message, type, information, location) -> {}); // it would print to stderr
        return factory;
    }

    /** Returns the problem, without the parser's message near passwords, since it quotes the file. */
    private static String malformed(ElementTree tree, XMLStreamException e) {
        return tree.position().contains("databases")
                ? "is not well-formed XML; write &amp; for & and &lt; for <, and close what you open"
                : "is not well-formed XML: " + reason(e);
    }

    private static String reason(Exception e) {
        return e instanceof XMLStreamException
                ? HEADING.matcher(String.valueOf(e.getMessage())).replaceFirst("")
                : e.getClass().getSimpleName();
    }

    /** Builds elements from the events of an XML parser. */
    private static final class ElementTree {

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
}
