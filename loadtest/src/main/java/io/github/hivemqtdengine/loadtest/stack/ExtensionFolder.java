package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.ZipInputStream;

/** A broker's extensions folder. */
final class ExtensionFolder {

    private static final String CONFIGURATION = "/extension-config.xml";

    private final Path folder;

    ExtensionFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Unpacks the extension and configures it for the load tests.
     *
     * @param jdbcUrl where it looks for the database
     */
    void install(Path zip, Database database, String jdbcUrl) throws IOException {
        try (var in = new ZipInputStream(Files.newInputStream(zip))) {
            for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                var target = folder.resolve(entry.getName()).normalize();
                if (!target.startsWith(folder)) {
                    throw new IOException(zip + " has an entry outside its own folder: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(Objects.requireNonNull(target.getParent()));
                    Files.copy(in, target);
                }
            }
        }
        Files.writeString(home().resolve("conf/config.xml"), configuration(database, jdbcUrl));
    }

    private Path home() throws IOException {
        try (var folders = Files.list(folder)) {
            return folders.findFirst().orElseThrow(() -> new IOException("The extension's zip is empty"));
        }
    }

    private static String configuration(Database database, String jdbcUrl) throws IOException {
        try (InputStream in = Objects.requireNonNull(ExtensionFolder.class.getResourceAsStream(CONFIGURATION))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("@jdbc-url@", jdbcUrl)
                    .replace("@username@", database.username())
                    .replace("@password@", database.password())
                    .replace("@name@", database.name());
        }
    }
}
