// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.extension;

import io.github.hivemqtdengine.loadtest.stack.broker.BrokerPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipInputStream;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Packaged extension, with its version and configuration schema. */
public final class ExtensionZip {

    /** System property with the folder of the load tests, which {@code run} sets; without it, the working directory. */
    public static final String HOME = "loadtest.home";

    private static final String NAME = "hivemq-tdengine-extension-*.zip";
    private static final int SUM_BYTES = 6;
    private static final List<String> AVRO_SCHEMAS = List.of("wide.avsc", "meter.avsc");

    private final Path file;
    private final String version;
    private final Document schema;

    private ExtensionZip(Path file, String version, Document schema) {
        this.file = file;
        this.version = version;
        this.schema = schema;
    }

    /**
     * Finds the zip of an unpacked distribution (in {@code extension/}), else the newest build in the repository's
     * {@code target/}.
     */
    public static Optional<ExtensionZip> find() throws IOException {
        var home = Path.of(System.getProperty(HOME, ""));
        for (var folder : List.of("extension", "../target")) {
            var newest = newest(home.resolve(folder));
            if (newest.isPresent()) {
                return Optional.of(of(newest.get()));
            }
        }
        return Optional.empty();
    }

    private static Optional<Path> newest(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        var zips = new ArrayList<Path>();
        try (var files = Files.newDirectoryStream(folder, NAME)) {
            files.forEach(zips::add);
        }
        return zips.stream().max(Comparator.comparingLong(zip -> zip.toFile().lastModified()));
    }

    /**
     * Opens a zip file.
     *
     * @throws IOException if the file is missing or is not the packaged extension
     */
    public static ExtensionZip of(Path file) throws IOException {
        Optional<String> version = Optional.empty();
        Optional<Document> schema = Optional.empty();
        try (var in = new ZipInputStream(Files.newInputStream(file))) {
            for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (entry.getName().endsWith("/hivemq-extension.xml")) {
                    version = Optional.of(Xml.text(document(in), "version"));
                } else if (entry.getName().endsWith("/conf/config.xsd")) {
                    schema = Optional.of(document(in));
                }
            }
        }
        if (version.isEmpty() || schema.isEmpty()) {
            throw new IOException(file + " is not the packaged extension: it has no "
                    + (version.isEmpty() ? "hivemq-extension.xml" : "conf/config.xsd"));
        }
        return new ExtensionZip(file, version.get(), schema.get());
    }

    private static Document document(ZipInputStream in) throws IOException {
        return Xml.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }

    public Path file() {
        return file;
    }

    /** Returns the version and the beginning of the file's SHA-256 sum, which tells builds of a version apart. */
    public String title() throws IOException {
        try {
            var sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            return version + " (SHA-256 " + HexFormat.of().formatHex(sum, 0, SUM_BYTES) + "…)";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }

    /** Returns the words that the configuration schema lacks as element, attribute or value. */
    public Set<String> lacks(Set<String> words) {
        var unknown = new LinkedHashSet<>(words);
        unknown.removeAll(named("element", "name"));
        unknown.removeAll(named("attribute", "name"));
        unknown.removeAll(named("enumeration", "value"));
        return unknown;
    }

    private Set<String> named(String kind, String attribute) {
        var names = new HashSet<String>();
        Xml.all(schema, "xs:" + kind).forEach(element -> names.add(element.getAttribute(attribute)));
        return names;
    }

    /** Returns whether the configuration schema allows a {@code <payload>} with all these attributes. */
    boolean reads(Element payload) {
        return Xml.attributes(payload).entrySet().stream()
                .allMatch(wanted -> Xml.all(schema, "xs:element").stream()
                        .filter(element -> element.getAttribute("name").equals("payload"))
                        .flatMap(element -> Xml.all(element, "xs:attribute").stream())
                        .filter(attribute -> attribute.getAttribute("name").equals(wanted.getKey()))
                        .anyMatch(attribute -> takes(attribute, wanted.getValue())));
    }

    private boolean takes(Element attribute, String value) {
        var values = new HashSet<String>();
        Xml.all(attribute, "xs:enumeration").forEach(choice -> values.add(choice.getAttribute("value")));
        Xml.all(schema, "xs:simpleType").stream()
                .filter(type -> type.getAttribute("name").equals(attribute.getAttribute("type")))
                .filter(type -> !type.getAttribute("name").isEmpty())
                .flatMap(type -> Xml.all(type, "xs:enumeration").stream())
                .forEach(choice -> values.add(choice.getAttribute("value")));
        return values.isEmpty() || values.contains(value);
    }

    /** Returns the configuration for the user's own broker, except for the address of the database. */
    public String configuration(BrokerPlan plan) throws IOException {
        return ExtensionConfiguration.of(this)
                .anyDatabase()
                .arrays(plan.arrays())
                .wills(plan.wills())
                .sparkplug(plan.sparkplug())
                .delivery(plan.delivery())
                .text();
    }

    /** Unpacks the extension into an extensions folder, and writes its configuration and Avro schemas. */
    public void install(Path folder, ExtensionConfiguration configuration) throws IOException {
        var conf = unpack(Files.createDirectories(folder)).resolve("conf");
        Files.writeString(conf.resolve("config.xml"), configuration.text());
        var schemas = Files.createDirectories(conf.resolve("schemas"));
        for (var name : AVRO_SCHEMAS) {
            Files.writeString(schemas.resolve(name), ExtensionConfiguration.resource("/" + name));
        }
    }

    /**
     * Unpacks the zip.
     *
     * @param folder extensions folder of a broker
     * @return the extension's own folder inside {@code folder}
     */
    Path unpack(Path folder) throws IOException {
        try (var in = new ZipInputStream(Files.newInputStream(file))) {
            for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                var target = folder.resolve(entry.getName()).normalize();
                if (!target.startsWith(folder)) {
                    throw new IOException(file + " has an entry outside its own folder: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(Objects.requireNonNull(target.getParent()));
                    Files.copy(in, target);
                }
            }
        }
        try (var folders = Files.list(folder)) {
            return folders.findFirst().orElseThrow(() -> new IOException(file + " is empty"));
        }
    }
}
