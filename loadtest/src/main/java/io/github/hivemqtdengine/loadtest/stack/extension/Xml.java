// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.extension;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** XML documents as trees of elements. */
final class Xml {

    private static final String DOCTYPES = "http://apache.org/xml/features/disallow-doctype-decl";

    private Xml() {}

    /** @throws IOException if the XML is malformed, with its location */
    static Document parse(String text) throws IOException {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature(DOCTYPES, true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null); // failures are thrown, not printed
            return builder.parse(new InputSource(new StringReader(text)));
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    static String write(Document document) throws IOException {
        var text = new StringWriter();
        try {
            TransformerFactory.newInstance()
                    .newTransformer()
                    .transform(new DOMSource(document), new StreamResult(text));
        } catch (TransformerException e) {
            throw new IOException(e);
        }
        return text.toString();
    }

    /** Returns all elements with a name, in document order. */
    static List<Element> all(Document document, String name) {
        return elements(document.getElementsByTagName(name));
    }

    /** Returns all descendants with a name, in document order. */
    static List<Element> all(Element parent, String name) {
        return elements(parent.getElementsByTagName(name));
    }

    /** Returns the first element with a name; fails without one. */
    static Element first(Document document, String name) throws IOException {
        return all(document, name).stream()
                .findFirst()
                .orElseThrow(() -> new IOException("There is no <" + name + ">"));
    }

    /** Returns the text of the first element with a name; fails without one. */
    static String text(Document document, String name) throws IOException {
        return first(document, name).getTextContent().strip();
    }

    static Map<String, String> attributes(Element element) {
        var attributes = new LinkedHashMap<String, String>();
        var nodes = element.getAttributes();
        for (int i = 0; i < nodes.getLength(); i++) {
            attributes.put(nodes.item(i).getNodeName(), nodes.item(i).getNodeValue());
        }
        return attributes;
    }

    static void remove(Node node) {
        var parent = node.getParentNode();
        if (parent != null) {
            parent.removeChild(node);
        }
    }

    private static List<Element> elements(NodeList nodes) {
        var elements = new ArrayList<Element>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }
}
