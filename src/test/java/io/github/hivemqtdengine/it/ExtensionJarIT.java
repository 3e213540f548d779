// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contents of the zip's jar: the excluded and the required parts of the bundled libraries. */
class ExtensionJarIT {

    private static final long LARGEST_ZIP = 17_000_000;
    private static final String SNAPPY = "Snappy";
    private static final String ZSTD = "zstd";

    /** The platform of each folder with native libraries, in the words of the documents. */
    private static final Map<String, String> PLATFORMS = Map.ofEntries(
            entry("org/xerial/snappy/native/Linux/x86_64", "Linux x86-64 (glibc)"),
            entry("org/xerial/snappy/native/Linux/x86_64-musl", "Linux x86-64 (musl)"),
            entry("org/xerial/snappy/native/Linux/aarch64", "Linux aarch64"),
            entry("org/xerial/snappy/native/Mac/x86_64", "macOS x86-64"),
            entry("org/xerial/snappy/native/Mac/aarch64", "macOS aarch64"),
            entry("org/xerial/snappy/native/Windows/x86_64", "Windows x86-64"),
            entry("linux/amd64", "Linux x86-64"),
            entry("linux/aarch64", "Linux aarch64"),
            entry("darwin/x86_64", "macOS x86-64"),
            entry("darwin/aarch64", "macOS aarch64"),
            entry("win/amd64", "Windows x86-64"));

    private static final Pattern NATIVE = Pattern.compile("(.*)/[^/]+\\.(so|dll|dylib|jnilib|a)");
    private static final Pattern PLATFORM_ROW = Pattern.compile("\\| (Snappy|zstd) \\| ([^|]+) \\|");

    /** The classes of Guava and Netty. Netty's bindings of OpenSSL are optional, and in a library of their own. */
    private static final Pattern PARTLY_INCLUDED =
            Pattern.compile("(com\\.google\\.common|io\\.netty(?!\\.internal\\.tcnative))\\..*");

    @TempDir
    Path folder;

    @AutoClose
    private JarFile jar;

    @BeforeEach
    void extract() throws IOException {
        try (var zip = FileSystems.newFileSystem(Path.of(System.getProperty("extension.zip")))) {
            var packaged = zip.getPath("hivemq-tdengine-extension", "hivemq-tdengine-extension.jar");
            jar = new JarFile(
                    Files.copy(packaged, folder.resolve("extension.jar")).toFile());
        }
    }

    @Test
    void shouldStaySmall() throws IOException {
        assertThat(Files.size(Path.of(System.getProperty("extension.zip")))).isLessThanOrEqualTo(LARGEST_ZIP);
    }

    @Test
    void shouldNotContainTheHttpClientOfTheRestConnection() {
        assertThat(names())
                .noneMatch(name -> name.startsWith("org/apache/http/"))
                .noneMatch(name -> name.startsWith("org/apache/commons/logging/"))
                .contains("com/taosdata/jdbc/ws/WebSocketDriver.class");
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/formats.md", "docs/formats.zh-CN.md"})
    void shouldContainTheNativeLibrariesOfTheDocumentedPlatforms(String document) throws IOException {
        var documented = PLATFORM_ROW
                .matcher(Files.readString(Path.of(document)))
                .results()
                .flatMap(row -> Stream.of(row.group(2).split(", ")).map(platform -> row.group(1) + " " + platform));
        var packaged = names().stream()
                .map(NATIVE::matcher)
                .filter(file -> file.matches())
                .map(file -> file.group(1))
                .map(directory -> (directory.contains("snappy") ? SNAPPY : ZSTD) + " " + PLATFORMS.get(directory));

        assertThat(packaged).containsExactlyInAnyOrderElementsOf(documented.toList());
    }

    @Test
    @Tag("full")
    void shouldContainEveryClassOfGuavaAndNettyThatIsUsed() {
        var names = names();
        var classes = importedClasses();
        var queue = new ArrayDeque<JavaClass>();
        classes.stream()
                .filter(type -> !PARTLY_INCLUDED.matcher(type.getName()).matches())
                .forEach(queue::add);
        var reached = new HashSet<String>();
        var missing = new TreeSet<String>();
        while (!queue.isEmpty()) {
            for (var use : queue.remove().getDirectDependenciesFromSelf()) {
                var target = use.getTargetClass().getBaseComponentType().getName();
                if (PARTLY_INCLUDED.matcher(target).matches() && reached.add(target)) {
                    if (names.contains(target.replace('.', '/') + ".class")) {
                        queue.add(classes.get(target));
                    } else {
                        missing.add(use.getDescription());
                    }
                }
            }
        }

        assertThat(reached).hasSizeGreaterThan(1_000);
        assertThat(missing).isEmpty();
    }

    private JavaClasses importedClasses() {
        var packages = Pattern.compile(".*!/(com/taosdata|com/google/common|io/netty|io/github/hivemqtdengine)/.*");
        return ArchConfiguration.withThreadLocalScope(configuration -> {
            configuration.setResolveMissingDependenciesFromClassPath(false);
            return new ClassFileImporter()
                    .withImportOption(location -> location.matches(packages))
                    .importJar(jar);
        });
    }

    @Test
    void shouldContainEveryProviderOfItsServices() throws IOException {
        for (var name : names().tailSet("META-INF/services/").headSet("META-INF/services0")) {
            var file = new String(jar.getInputStream(new ZipEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(file.lines().map(line -> line.replaceFirst("#.*", "").strip()))
                    .as(name)
                    .filteredOn(line -> !line.isEmpty())
                    .isNotEmpty()
                    .allMatch(provider -> names().contains(provider.replace('.', '/') + ".class"));
        }
    }

    private SortedSet<String> names() {
        return jar.stream()
                .filter(entry -> !entry.isDirectory())
                .map(ZipEntry::getName)
                .collect(toCollection(TreeSet::new));
    }
}
