package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Doc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The files that are written from the declarations of the configuration; {@link #main} writes them anew. */
final class GeneratedFiles {

    /** System property with which {@link GeneratedFilesTest} writes the files in place of comparing them. */
    static final String WRITE = "tests.write";

    static final String NOTICE = "Generated from the declarations of the configuration; not to be edited.";

    static final Doc SAID = new Doc("The page is generated from the declarations in the code.", "本页由代码中的声明生成。");

    private GeneratedFiles() {}

    static Map<Path, String> contents() {
        return Map.of(
                Path.of("conf/config.xsd"),
                new SchemaWriter().write(),
                Path.of("conf/reference.xml"),
                new ReferenceXml().write(),
                Path.of("docs/reference.md"),
                new ReferencePage(false).write(),
                Path.of("docs/reference.zh-CN.md"),
                new ReferencePage(true).write(),
                Path.of("src/main/resources/io/github/hivemqtdengine/config/reference.json"),
                ReferenceJson.write());
    }

    static void write() throws IOException {
        for (var file : contents().entrySet()) {
            Files.createDirectories(file.getKey().toAbsolutePath().resolveSibling(""));
            Files.writeString(file.getKey(), file.getValue());
        }
    }

    public static void main(String[] arguments) throws IOException {
        write();
    }
}
