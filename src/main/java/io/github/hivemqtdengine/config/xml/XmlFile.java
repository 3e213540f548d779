package io.github.hivemqtdengine.config.xml;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;

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
     * Returns the root element; empty if the file is missing or not well-formed, which is reported.
     *
     * @param pathOfRoot returns the path of the root for its name, or for an empty name if it can't be read
     */
    public Optional<Element> root(UnaryOperator<String> pathOfRoot) {
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
}
