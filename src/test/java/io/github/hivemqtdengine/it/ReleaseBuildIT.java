// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files of a release, built by {@code -Prelease} in two copies of the project. The second copy has other file
 * permissions, another time zone and another locale.
 */
@Tag("full")
class ReleaseBuildIT {

    private static final Set<String> NOT_COPIED = Set.of("target", ".git", ".idea", "demo-data");
    private static final Path RESULTS = Path.of("loadtest", "results");
    private static final Pattern LIBRARY = Pattern.compile(" +\\(.+\\) .+ \\(([\\w.-]+):([\\w.-]+):([\\w.-]+) - .*");

    private static Path first;
    private static Path second;

    @BeforeAll
    static void build(@TempDir Path folder) throws Exception {
        first = copyProject(folder.resolve("first"), "rwxr-xr-x", "rw-r--r--");
        second = copyProject(folder.resolve("a second folder"), "rwx------", "rw-------");
        build(first, Map.of());
        build(second, Map.of("TZ", "Asia/Kathmandu", "LC_ALL", "C"));
    }

    @Test
    void shouldHaveTheSameBytesInAnyFolder() throws IOException {
        for (var suffix : List.of(".zip", ".cdx.json")) {
            var one = Files.readAllBytes(artifact(first, suffix));
            var other = Files.readAllBytes(artifact(second, suffix));

            assertThat(MessageDigest.isEqual(one, other))
                    .as(() -> suffix.endsWith(".zip") ? firstDifference(entries(one), entries(other)) : suffix)
                    .isTrue();
        }
    }

    private static String firstDifference(List<String> one, List<String> other) {
        int same = 0;
        while (same < one.size() && same < other.size() && one.get(same).equals(other.get(same))) {
            same++;
        }
        return "first difference: " + one.subList(same, one.size()).stream().findFirst() + " and "
                + other.subList(same, other.size()).stream().findFirst();
    }

    @Test
    void shouldListTheLibrariesOfTheZip() throws IOException {
        var bom = new ObjectMapper().readTree(artifact(first, ".cdx.json").toFile());

        assertThat(bom.path("bomFormat").asText()).isEqualTo("CycloneDX");
        assertThat(elements(bom.path("components")).map(ReleaseBuildIT::coordinates))
                .hasSizeGreaterThan(20)
                .containsExactlyInAnyOrderElementsOf(librariesOf(artifact(first, ".zip")));
    }

    private static Path artifact(Path project, String suffix) throws IOException {
        try (var files = Files.list(project.resolve("target"))) {
            return files.filter(file -> file.getFileName()
                            .toString()
                            .matches("hivemq-tdengine-extension-[\\d.]+(-SNAPSHOT)?" + Pattern.quote(suffix)))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** One line per entry of a zip and of the jars in it, with everything in which two builds may differ. */
    private static List<String> entries(byte[] zip) {
        var lines = new ArrayList<String>();
        try {
            addEntries(new ByteArrayInputStream(zip), "", lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private static void addEntries(InputStream zip, String prefix, List<String> lines) throws IOException {
        var entries = new ZipInputStream(zip, StandardCharsets.UTF_8);
        for (var entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
            var content = entries.readAllBytes();
            var name = prefix + entry.getName();
            if (name.endsWith(".jar")) {
                addEntries(new ByteArrayInputStream(content), name + "!/", lines);
            }
            lines.add("%s %s %d bytes, hash %d"
                    .formatted(name, entry.getTimeLocal(), content.length, Arrays.hashCode(content)));
        }
    }

    private static List<String> librariesOf(Path zip) throws IOException {
        try (var files = FileSystems.newFileSystem(zip)) {
            return Files.readAllLines(
                            files.getPath("hivemq-tdengine-extension", "third-party-licenses", "THIRD-PARTY.txt"))
                    .stream()
                    .map(LIBRARY::matcher)
                    .filter(line -> line.matches())
                    .map(line -> line.group(1) + ":" + line.group(2) + ":" + line.group(3))
                    .toList();
        }
    }

    private static String coordinates(JsonNode component) {
        return component.path("group").asText() + ":" + component.path("name").asText() + ":"
                + component.path("version").asText();
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static Path copyProject(Path copy, String directoryMode, String fileMode) throws IOException {
        var project = Path.of("").toAbsolutePath();
        Files.walkFileTree(project, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                if (NOT_COPIED.contains(directory.getFileName().toString())
                        || project.relativize(directory).equals(RESULTS)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                setMode(Files.createDirectories(copy.resolve(project.relativize(directory))), directoryMode);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()
                        && !NOT_COPIED.contains(file.getFileName().toString())) {
                    setMode(Files.copy(file, copy.resolve(project.relativize(file))), fileMode);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return copy;
    }

    private static void setMode(Path path, String mode) throws IOException {
        if (Files.getFileAttributeView(path, PosixFileAttributeView.class) != null) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
        }
    }

    private static void build(Path project, Map<String, String> environment) throws Exception {
        var windows = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");
        var maven = Path.of(System.getProperty("maven.home"), "bin", windows ? "mvn.cmd" : "mvn");
        var log = project.resolveSibling(project.getFileName() + ".log");
        var builder = new ProcessBuilder(
                        maven.toString(),
                        "--batch-mode",
                        "-Prelease",
                        "-Dmaven.repo.local=" + System.getProperty("localRepository"),
                        "-Dmaven.test.skip=true",
                        "-Dspotless.check.skip=true",
                        "-Dlinters=-Xlint:-serial", // they have seen these sources, and change no byte
                        "package")
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));

        var process = builder.start();
        try {
            assertThat(process.waitFor()).as(() -> read(log)).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(Path log) {
        try {
            return Files.readString(log, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
