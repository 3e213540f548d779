// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.hivemqtdengine.decode.SchemaLookup.Reference;
import io.github.hivemqtdengine.decode.SchemaLookup.RegisteredSchema;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaFolderTest {

    private static final SchemaId ID = SchemaId.of(17);
    private static final RegisteredSchema SCHEMA =
            new RegisteredSchema("AVRO", "\"schéma\"", List.of(new Reference("r", "\"int\"")));

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path folder;

    @Test
    void shouldKeepSchemas() {
        folder("http://one").write(ID, SCHEMA);

        assertThat(folder("http://one").read(ID)).isEqualTo(SCHEMA);
        assertThat(folder("http://one").read(SchemaId.of(18))).isNull();
        assertThat(folder.resolve("main")).isDirectoryContaining("glob:**/17.json");
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldCreateFilesThatOnlyTheBrokersUserCanRead() throws IOException {
        assumeThat(folder.getFileSystem().supportedFileAttributeViews()).contains("posix");

        folder("http://one").write(ID, SCHEMA);

        assertThat(rights(folder.resolve("main"))).isEqualTo("rwx------");
        assertThat(rights(folder.resolve("main/17.json"))).isEqualTo("rw-------");
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    /** Another registry has other schemas under the same numbers. */
    @Test
    void shouldIgnoreTheSchemasOfAnotherUrl() {
        folder("http://one").write(ID, SCHEMA);

        assertThat(folder("http://two").read(ID)).isNull();

        folder("http://two").write(ID, SCHEMA);
        assertThat(folder("http://two").read(ID)).isEqualTo(SCHEMA);
        assertThat(log.lines()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[]", "{}", "null", "{\"url\": \"http://one\", \"schema\": \"x\", \"sha256\": \"\"}"})
    void shouldIgnoreADamagedFile(String content) throws Exception {
        folder("http://one").write(ID, SCHEMA);
        Files.writeString(file(), content);

        assertThat(folder("http://one").read(ID)).isNull();
        assertThat(log.lines()).singleElement().asString().startsWith("WARN Schema registry \"main\": file ");
    }

    @Test
    void shouldIgnoreAChangedFile() throws Exception {
        folder("http://one").write(ID, SCHEMA);
        Files.writeString(file(), Files.readString(file()).replace("int", "long"));

        assertThat(folder("http://one").read(ID)).isNull();
        assertThat(log.text()).contains("its sha256 does not match");
    }

    @Test
    void shouldNotGrowBeyondItsLimit() throws Exception {
        var schemas = new SchemaFolder(folder.resolve("main"), settings("http://one"), 2_000);
        for (int i = 0; i < 100; i++) {
            schemas.write(SchemaId.of(i), SCHEMA);
        }

        assertThat(bytes()).isBetween(1_000L, 2_000L);
        assertThat(log.lines()).singleElement().asString().contains("cannot be kept");
    }

    @Test
    void shouldCountAFileThatReplacesAnotherOnce() throws Exception {
        folder("http://one").write(ID, SCHEMA);
        var schemas = new SchemaFolder(folder.resolve("main"), settings("http://two"), bytes());

        schemas.write(ID, SCHEMA);

        assertThat(schemas.read(ID)).isEqualTo(SCHEMA);
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldReadAnUnusableFileOnce() throws Exception {
        folder("http://one").write(ID, SCHEMA);
        var schemas = folder("http://two");
        assertThat(schemas.read(ID)).isNull();
        Files.writeString(file(), "read again, this would be reported");

        assertThat(schemas.read(ID)).isNull();
        assertThat(log.lines()).isEmpty();

        schemas.write(ID, SCHEMA);
        assertThat(schemas.read(ID)).isEqualTo(SCHEMA);
    }

    @Test
    void shouldLeaveNoUnfinishedFile() throws Exception {
        Files.createDirectories(file().resolve("not empty"));

        folder("http://one").write(ID, SCHEMA);

        assertThat(folder.resolve("main")).isDirectoryNotContaining("glob:**.tmp");
        assertThat(log.lines()).singleElement().asString().contains("schema 17 cannot be kept in");
    }

    @Test
    void shouldSayThatItCanNotWrite() throws Exception {
        Files.writeString(folder.resolve("main"), "no folder");

        folder("http://one").write(ID, SCHEMA);

        assertThat(folder("http://one").read(ID)).isNull();
        assertThat(log.lines()).singleElement().asString().contains("schema 17 cannot be kept in");
    }

    private Path file() {
        return folder.resolve("main").resolve("17.json");
    }

    private long bytes() throws IOException {
        try (var files = Files.list(folder.resolve("main"))) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private SchemaFolder folder(String url) {
        return new SchemaFolder(folder.resolve("main"), settings(url), SchemaFolder.MAX_BYTES);
    }

    private static RegistrySettings settings(String url) {
        return new RegistrySettings("main", url, "", "", null, Duration.ofSeconds(2));
    }
}
