package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A broker's extensions folder. */
final class ExtensionFolder {

    private static final String AVRO_SCHEMA = "wide.avsc";

    private final Path folder;

    ExtensionFolder(Path folder) {
        this.folder = folder;
    }

    /** Unpacks the extension and gives it a configuration, and the schema that it may ask for. */
    void install(ExtensionZip zip, ExtensionConfiguration configuration) throws IOException {
        var conf = zip.unpack(Files.createDirectories(folder)).resolve("conf");
        Files.writeString(conf.resolve("config.xml"), configuration.text());
        var schemas = Files.createDirectories(conf.resolve("schemas"));
        if (ExtensionFolder.class.getResource("/" + AVRO_SCHEMA) != null) {
            Files.writeString(schemas.resolve(AVRO_SCHEMA), ExtensionConfiguration.resource("/" + AVRO_SCHEMA));
        }
    }
}
