package io.github.hivemqtdengine.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;

/** Reads a file into elements, or reports why it can't be read at all. */
final class XmlFile {

    /** The JDK puts a line with the position in front of what is wrong, and then a label, or an address and a #. */
    private static final Pattern HEADING = Pattern.compile("(?s)\\A.*\\n[^:]*: (?:http\\S*#)?");

    private final Path file;
    private final References references;
    private final Problems problems;

    XmlFile(Path file, References references, Problems problems) {
        this.file = file;
        this.references = references;
        this.problems = problems;
    }

    /** The root element; none if the file is missing or not well-formed, which is reported. */
    Optional<Element> root() {
        try (var stream = Files.newInputStream(file)) {
            var xml = factory().createXMLStreamReader(stream);
            var tree = new ElementTree(xml, references, problems);
            try {
                return Optional.of(tree.root());
            } catch (XMLStreamException e) {
                problems.add(Math.max(1, e.getLocation().getLineNumber()), tree.position(), "", malformed(tree, e));
            }
        } catch (IOException | XMLStreamException e) {
            problems.add(1, "", "", "can't be read as XML (" + reason(e) + ")");
        }
        return Optional.empty();
    }

    /** Without document types there are no entities that could read files or grow without end. */
    private static XMLInputFactory factory() {
        // the JDK's own parser, whatever else the broker has on its class path
        var factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setXMLReporter((message, type, information, location) -> {}); // it would print to stderr
        return factory;
    }

    /** The parser quotes what it stumbles over, so where passwords stand its words are not repeated. */
    private static String malformed(ElementTree tree, XMLStreamException e) {
        return tree.position().startsWith("databases")
                ? "is not well-formed XML; write &amp; for & and &lt; for <, and close what you open"
                : "is not well-formed XML: " + reason(e);
    }

    private static String reason(Exception e) {
        return e instanceof XMLStreamException
                ? HEADING.matcher(String.valueOf(e.getMessage())).replaceFirst("")
                : e.getClass().getSimpleName();
    }
}
