package io.github.hivemqtdengine.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Elements and attributes of {@code conf/config.xsd} by their paths, as problems name them. */
final class SchemaFile {

    static final Path PATH = Path.of("conf/config.xsd");

    /** An element or attribute; a default that is not there is empty, and so may be the documentation. */
    record Entry(boolean required, String defaultValue, String documentation) {}

    private final Element schema;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    SchemaFile() throws Exception {
        schema = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(PATH.toFile())
                .getDocumentElement();
        var root = named("xs:element", "hivemq-tdengine-extension");
        entries.put("", entry(root, true));
        walk(root, "");
    }

    /** The schema itself, for validating files. */
    static Schema compiled() throws Exception {
        return SchemaFactory.newDefaultInstance().newSchema(PATH.toFile());
    }

    /** All elements and attributes; the root's path is empty. */
    Map<String, Entry> entries() {
        return entries;
    }

    private void walk(Node node, String path) {
        eachChild(node, (kind, child) -> {
            var name = child.getAttribute("name");
            switch (kind) {
                case "xs:element" -> element(child, path.isEmpty() ? name : path + "/" + name);
                case "xs:attribute" ->
                    entries.put(
                            path + "@" + name,
                            entry(child, child.getAttribute("use").equals("required")));
                case "xs:extension" -> {
                    type(child.getAttribute("base"), path);
                    walk(child, path);
                }
                default -> walk(child, path);
            }
        });
    }

    private void type(String name, String path) {
        eachChild(schema, (kind, type) -> {
            if (kind.equals("xs:complexType") && type.getAttribute("name").equals(name)) {
                walk(type, path);
            }
        });
    }

    private void element(Element element, String path) {
        boolean inChoice = element.getParentNode().getNodeName().equals("xs:choice");
        entries.put(
                path,
                entry(element, !inChoice && !element.getAttribute("minOccurs").equals("0")));
        walk(element, path);
        type(element.getAttribute("type"), path);
    }

    private Element named(String wantedKind, String name) {
        var found = new LinkedHashMap<String, Element>();
        eachChild(schema, (kind, child) -> found.put(kind + " " + child.getAttribute("name"), child));
        return Objects.requireNonNull(found.get(wantedKind + " " + name));
    }

    private static Entry entry(Element declaration, boolean required) {
        var documentation = new StringBuilder();
        eachChild(declaration, (kind, child) -> {
            if (kind.equals("xs:annotation")) {
                documentation.append(child.getTextContent().strip());
            }
        });
        return new Entry(required, declaration.getAttribute("default"), documentation.toString());
    }

    private static void eachChild(Node node, BiConsumer<String, Element> consumer) {
        for (var child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                consumer.accept(element.getTagName(), element);
            }
        }
    }
}
