package io.github.hivemqtdengine.config.xml;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * XML file of another program, with a root and one level of elements below it.
 *
 * @param root the name of the root
 * @param line the line of the root
 */
public record FlatXml(String root, int line, List<Leaf> leaves) {

    /**
     * Element without elements inside.
     *
     * @param text its text, with single blanks for white space
     */
    public record Leaf(String name, String text, int line) {}

    /** Reason why a file can't be read. */
    public static final class UnreadableException extends Exception {

        private static final long serialVersionUID = 1;

        private final int line;

        UnreadableException(int line, String sentence) {
            super(sentence);
            this.line = line;
        }

        public int line() {
            return line;
        }
    }

    /**
     * Reads a file. Entities and document types are rejected.
     *
     * @throws UnreadableException with a sentence that quotes no value, since one may be a password
     */
    public static FlatXml read(byte[] content) throws UnreadableException {
        int line = 1;
        try {
            var xml = XmlFile.parser(content);
            try {
                return read(xml);
            } catch (XMLStreamException e) {
                line = xml.getLocation().getLineNumber();
            }
        } catch (XMLStreamException e) {
            line = 1;
        }
        throw new UnreadableException(
                line, "is not well-formed XML in the encoding that it declares; correct it, or save it as UTF-8");
    }

    private static FlatXml read(XMLStreamReader xml) throws XMLStreamException, UnreadableException {
        while (xml.next() != XMLStreamConstants.START_ELEMENT) {
            if (xml.getEventType() == XMLStreamConstants.DTD) {
                throw new UnreadableException(line(xml), "has a <!DOCTYPE>, which is not read; remove it");
            }
        }
        var root = xml.getLocalName();
        int lineOfRoot = line(xml);
        var leaves = new ArrayList<Leaf>();
        while (xml.next() != XMLStreamConstants.END_ELEMENT) {
            if (xml.isStartElement()) {
                leaves.add(leaf(xml));
            }
        }
        while (xml.hasNext()) {
            xml.next();
        }
        return new FlatXml(root, lineOfRoot, leaves);
    }

    private static Leaf leaf(XMLStreamReader xml) throws XMLStreamException, UnreadableException {
        var name = xml.getLocalName();
        int line = line(xml);
        var text = new StringBuilder();
        while (xml.next() != XMLStreamConstants.END_ELEMENT) {
            if (xml.isStartElement()) {
                throw new UnreadableException(line(xml), "has an element inside <" + name + ">; remove it");
            }
            if (xml.isCharacters()) {
                text.append(xml.getText());
            }
        }
        return new Leaf(name, text.toString().strip().replaceAll("\\s+", " "), line);
    }

    private static int line(XMLStreamReader xml) {
        return xml.getLocation().getLineNumber();
    }
}
