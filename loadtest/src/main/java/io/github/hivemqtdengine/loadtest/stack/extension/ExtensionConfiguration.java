// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.extension;

import io.github.hivemqtdengine.loadtest.stack.database.Database;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.w3c.dom.Document;

/** Extension configuration of the load tests: a database, and a route for each table that the extension can fill. */
public final class ExtensionConfiguration {

    private static final String RESOURCE = "/extension-config.xml";

    /** Table with array payloads in every scenario. */
    private static final String BLOCKS = "blocks";

    /** Route that stands for those of all metrics and states. */
    private static final String SPARKPLUG =
            "<routes><route><id>plant</id><payload format=\"sparkplug\"/></route></routes>";

    private static final String DRAIN = "drain-timeout";

    private final Document document;

    private ExtensionConfiguration(Document document) {
        this.document = document;
    }

    /** Returns a configuration with the routes whose formats the extension supports. */
    public static ExtensionConfiguration of(ExtensionZip zip) throws IOException {
        var document = document();
        for (var route : Xml.all(document, "route")) {
            if (!Xml.all(route, "payload").stream().allMatch(zip::reads)) {
                Xml.remove(route);
            }
        }
        return new ExtensionConfiguration(document);
    }

    /** Returns the template, independent of extension, database and scenario. */
    static Document document() throws IOException {
        return Xml.parse(resource(RESOURCE));
    }

    static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ExtensionConfiguration.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public Set<String> tables() {
        var tables = new LinkedHashSet<String>();
        Xml.all(document, "table").forEach(table -> tables.add(table.getAttribute("super-table")));
        return tables;
    }

    /**
     * Sets the database that the extension writes to.
     *
     * @param jdbcUrl URL for the extension, which may lead through a relay
     */
    public ExtensionConfiguration database(Database database, String jdbcUrl) throws IOException {
        return connection(
                literal(jdbcUrl), literal(database.username()), literal(database.password()), literal(database.name()));
    }

    /** Sets a placeholder database, to be replaced by the user. */
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

    /** Escapes references like <code>${ENV:NAME}</code>, which the extension would resolve. */
    private static String literal(String text) {
        return text.replace("${", "$${");
    }

    /** Sets the tables whose messages are arrays of records; those of blocks always are. */
    public ExtensionConfiguration arrays(Set<String> tables) {
        for (var route : Xml.all(document, "route")) {
            var table = Xml.all(route, "table").get(0).getAttribute("super-table");
            if (!tables.contains(table) && !table.equals(BLOCKS)) {
                Xml.all(route, "payload").forEach(payload -> payload.removeAttribute("rows"));
            }
        }
        return this;
    }

    /** Sets whether routes store last wills beside messages. */
    public ExtensionConfiguration wills(boolean wills) {
        if (wills) {
            for (var route : Xml.all(document, "route")) {
                var source = document.createElement("source");
                source.setTextContent("publishes, last-wills");
                route.appendChild(source);
            }
        }
        return this;
    }

    /** Sets whether the extension has its short route for Sparkplug only, instead of a route for each table. */
    public ExtensionConfiguration sparkplug(boolean sparkplug) throws IOException {
        if (sparkplug) {
            var routes = Xml.parse(SPARKPLUG).getDocumentElement();
            Xml.remove(Xml.first(document, "routes"));
            document.getDocumentElement().appendChild(document.importNode(routes, true));
        }
        return this;
    }

    /**
     * Sets the delivery options. The default drain timeout is 1 s: data of a stopping broker is no longer needed.
     *
     * @param elements XML inside {@code <delivery>}; empty for the extension's defaults
     * @throws IllegalArgumentException if the XML is malformed
     */
    public ExtensionConfiguration delivery(String elements) {
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
