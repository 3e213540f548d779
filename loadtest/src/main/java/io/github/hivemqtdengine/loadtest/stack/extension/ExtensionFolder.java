// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.extension;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Extensions folder of a broker. */
public final class ExtensionFolder {

    private static final List<String> AVRO_SCHEMAS = List.of("wide.avsc", "meter.avsc");

    private final Path folder;

    public ExtensionFolder(Path folder) {
        this.folder = folder;
    }

    /** Unpacks the extension and writes its configuration and Avro schemas. */
    public void install(ExtensionZip zip, ExtensionConfiguration configuration) throws IOException {
        var conf = zip.unpack(Files.createDirectories(folder)).resolve("conf");
        Files.writeString(conf.resolve("config.xml"), configuration.text());
        var schemas = Files.createDirectories(conf.resolve("schemas"));
        for (var name : AVRO_SCHEMAS) {
            Files.writeString(schemas.resolve(name), ExtensionConfiguration.resource("/" + name));
        }
    }
}
