// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** XML that tests change element by element. */
public final class EditableXml {

    private EditableXml() {}

    /** Elements by their place in the document, the root first. */
    public static List<Element> elements(String xml) {
        var all = parse(xml).getElementsByTagName("*");
        var elements = new ArrayList<Element>();
        for (int i = 0; i < all.getLength(); i++) {
            elements.add((Element) all.item(i));
        }
        return elements;
    }

    /** The path of an element as problems name it; empty for the root. */
    static String path(Element element) {
        var parent = element.getParentNode();
        if (!(parent instanceof Element above)) {
            return "";
        }
        var path = path(above);
        return path.isEmpty() ? element.getTagName() : path + "/" + element.getTagName();
    }

    /** The document after a change to the element of this index. */
    public static String changed(String xml, int index, Consumer<Element> change) {
        var element = elements(xml).get(index);
        var document = element.getOwnerDocument();
        change.accept(element);
        return text(document);
    }

    static void appendText(Node parent, String name, String text) {
        var child = parent.getOwnerDocument().createElement(name);
        child.setTextContent(text);
        parent.appendChild(child);
    }

    /** Replaces the text of each child of this name. */
    static void setText(Element parent, String name, String text) {
        var children = parent.getElementsByTagName(name);
        for (int i = 0; i < children.getLength(); i++) {
            children.item(i).setTextContent(text);
        }
    }

    private static Document parse(String xml) {
        try {
            return DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(xml)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(Document document) {
        try {
            var text = new StringWriter();
            TransformerFactory.newDefaultInstance()
                    .newTransformer()
                    .transform(new DOMSource(document), new StreamResult(text));
            return text.toString();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
