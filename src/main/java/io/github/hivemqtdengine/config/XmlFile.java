package io.github.hivemqtdengine.config;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;

/** Reads a file into elements, or reports why it can't be read at all. */
final class XmlFile {

    /** The JDK puts a line with the position in front of what is wrong, and then a label, or an address and a #. */
    private static final Pattern HEADING = Pattern.compile("(?s)\\A.*\\n[^:]*: (?:http\\S*#)?");

    private final Place start;
    private final Inputs inputs;
    private final References references;
    private final Problems problems;

    /** @param start the beginning of the file */
    XmlFile(Place start, Inputs inputs, References references, Problems problems) {
        this.start = start;
        this.inputs = inputs;
        this.references = references;
        this.problems = problems;
    }

    /**
     * The root element; none if the file is missing or not well-formed, which is reported.
     *
     * @param pathOfRoot the path of the root by its name; by an empty one where it can't be read
     */
    Optional<Element> root(UnaryOperator<String> pathOfRoot) {
        try {
            var xml = factory().createXMLStreamReader(new ByteArrayInputStream(inputs.read(start.file())));
            var tree = new ElementTree(xml, start, pathOfRoot, references, problems);
            try {
                return Optional.of(tree.root());
            } catch (XMLStreamException e) {
                problems.add(start.atLine(e.getLocation().getLineNumber()), tree.position(), "", malformed(tree, e));
            }
        } catch (IOException | XMLStreamException e) {
            problems.add(start, pathOfRoot.apply(""), "", "can't be read as XML (" + reason(e) + ")");
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
        factory.setProperty("jdk.xml.maxElementDepth", "0"); // none: newer JDKs have one, and ours tells more
        factory.setXMLReporter((message, type, information, location) -> {}); // it would print to stderr
        return factory;
    }

    /** The parser quotes what it stumbles over, so where passwords stand its words are not repeated. */
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
}
