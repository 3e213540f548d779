// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Form.Doc;
import io.github.hivemqtdengine.documents.GeneratedTables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The files that are written from the declarations of the configuration, of metrics and of log messages. */
final class GeneratedFiles {

    /** System property with which {@link GeneratedFilesTest} writes the files in place of comparing them. */
    static final String WRITE = "tests.write";

    static final String NOTICE = "Generated from the declarations of the configuration; not to be edited.";

    static final Doc SAID = new Doc("The page is generated from the declarations in the code.", "本页由代码中的声明生成。");

    private GeneratedFiles() {}

    static Map<Path, String> contents() {
        var contents = new TreeMap<Path, String>(GeneratedTables.contents());
        contents.put(Path.of("conf/config.xsd"), new SchemaWriter().write());
        contents.put(Path.of("conf/reference.xml"), new ReferenceXml().write());
        contents.put(Path.of("docs/reference.md"), new ReferencePage(false).write());
        contents.put(Path.of("docs/reference.zh-CN.md"), new ReferencePage(true).write());
        contents.put(
                Path.of("src/main/resources/io/github/hivemqtdengine/config/reference.json"), ReferenceJson.write());
        return contents;
    }

    static void write() throws IOException {
        for (var file : contents().entrySet()) {
            Files.createDirectories(file.getKey().toAbsolutePath().resolveSibling(""));
            Files.writeString(file.getKey(), file.getValue());
        }
    }
}
