package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.w3c.dom.Document;

/** How the load tests configure the extension: a database, and a route for each table that the extension can fill. */
final class ExtensionConfiguration {

    private static final String RESOURCE = "/extension-config.xml";

    /** Its payloads are arrays in every scenario. */
    private static final String BLOCKS = "blocks";

    private static final String DRAIN = "drain-timeout";

    private final Document document;

    private ExtensionConfiguration(Document document) {
        this.document = document;
    }

    /** All routes that an extension knows the formats of. */
    static ExtensionConfiguration of(ExtensionZip zip) throws IOException {
        var document = document();
        for (var route : Xml.all(document, "route")) {
            if (!Xml.all(route, "payload").stream().allMatch(zip::reads)) {
                Xml.remove(route);
            }
        }
        return new ExtensionConfiguration(document);
    }

    /** As it is before anything is known of extension, database and scenario. */
    static Document document() throws IOException {
        return Xml.parse(resource(RESOURCE));
    }

    static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ExtensionConfiguration.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The tables that it fills. */
    Set<String> tables() {
        var tables = new LinkedHashSet<String>();
        Xml.all(document, "table").forEach(table -> tables.add(table.getAttribute("super-table")));
        return tables;
    }

    /** @param jdbcUrl where the extension looks for the database */
    ExtensionConfiguration database(Database database, String jdbcUrl) throws IOException {
        return connection(
                literal(jdbcUrl), literal(database.username()), literal(database.password()), literal(database.name()));
    }

    /** A database that somebody has to put in. */
    ExtensionConfiguration anyDatabase() throws IOException {
        return connection("jdbc:TAOS-WS://localhost:6041", "root", "${ENV:TDENGINE_PASSWORD}", "loadtest");
    }

    private ExtensionConfiguration connection(String jdbcUrl, String username, String password, String name)
            throws IOException {
        Xml.first(document, "jdbc-url").setTextContent(jdbcUrl);
        Xml.first(document, "username").setTextContent(username);
        Xml.first(document, "password").setTextContent(password);
        Xml.first(document, "name").setTextContent(name);
        return this;
    }

    /** The extension replaces references like <code>${ENV:NAME}</code>; what is set here is no reference. */
    private static String literal(String text) {
        return text.replace("${", "$${");
    }

    /** Says whether messages are arrays of records, but for blocks, which always are. */
    ExtensionConfiguration arrays(boolean arrays) {
        for (var route : Xml.all(document, "route")) {
            var table = Xml.all(route, "table").get(0).getAttribute("super-table");
            if (!arrays && !table.equals(BLOCKS)) {
                Xml.all(route, "payload").forEach(payload -> payload.removeAttribute("rows"));
            }
        }
        return this;
    }

    /**
     * Adds how messages travel. A broker that ends does not wait long for what it has not stored: nobody needs it then.
     *
     * @param elements XML inside {@code <delivery>}; empty for the extension's defaults
     * @throws IllegalArgumentException if they are not well-formed
     */
    ExtensionConfiguration delivery(String elements) {
        try {
            var delivery = Xml.parse("<delivery>" + elements + "</delivery>").getDocumentElement();
            if (Xml.all(delivery, DRAIN).isEmpty()) {
                var drain = Xml.first(Xml.parse("<" + DRAIN + ">1 s</" + DRAIN + ">"), DRAIN);
                delivery.appendChild(delivery.getOwnerDocument().importNode(drain, true));
            }
            document.getDocumentElement().appendChild(document.importNode(delivery, true));
            return this;
        } catch (IOException e) {
            throw new IllegalArgumentException("x.delivery is no well-formed XML: " + e.getMessage(), e);
        }
    }

    String text() throws IOException {
        return Xml.write(document);
    }
}
