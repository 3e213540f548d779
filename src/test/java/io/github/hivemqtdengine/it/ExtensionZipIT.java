// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarInputStream;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contents of the zip that an operator unpacks. */
class ExtensionZipIT {

    private static final Pattern LIBRARY = Pattern.compile("\\((.+?)\\) .+ \\(([\\w.-]+):([\\w.-]+):.*");

    @AutoClose
    private FileSystem zip;

    @BeforeEach
    void open() throws IOException {
        zip = FileSystems.newFileSystem(Path.of(System.getProperty("extension.zip")));
    }

    @Test
    void shouldHoldWhatABrokerAndAnOperatorNeed() throws IOException {
        assertThat(files())
                .contains(
                        "hivemq-extension.xml",
                        "hivemq-tdengine-extension.jar",
                        "LICENSE",
                        "NOTICE",
                        "bin/hivemq-tdengine",
                        "bin/hivemq-tdengine.cmd",
                        "conf/config.xml",
                        "conf/config.xsd",
                        "conf/reference.xml",
                        "conf/examples/auto-columns.xml",
                        "conf/examples/avro.xml",
                        "conf/examples/binary-layout.xml",
                        "conf/examples/composite-key.xml",
                        "conf/examples/gateway-array.xml",
                        "conf/examples/gateway-csv.xml",
                        "conf/examples/json-meters.xml",
                        "conf/examples/presence.xml",
                        "conf/examples/raw-questdb.xml",
                        "conf/examples/README.md",
                        "conf/examples/README.zh-CN.md",
                        "conf/examples/schemas/power.avsc",
                        "conf/examples/tasmota/config.xml",
                        "conf/examples/tasmota/README.md",
                        "manual/manual.html",
                        "manual/manual.zh-CN.html",
                        "third-party-licenses/BSD-3-Clause-protobuf-java.txt",
                        "third-party-licenses/BSD-3-Clause-snappy.txt",
                        "third-party-licenses/BSD-3-Clause-zstd.txt",
                        "third-party-licenses/MIT-fastcsv.txt",
                        "third-party-licenses/MIT-slf4j-api.txt",
                        "third-party-licenses/README.txt",
                        "third-party-licenses/THIRD-PARTY.txt")
                .allMatch(file -> file.matches(
                        "[^/]+|(bin|bin/lib|conf|conf/examples(/[^/]+)?|manual|third-party-licenses)/[^/]+"));
        assertThat(files().stream().filter(file -> file.endsWith(".jar") && !file.contains("/")))
                .hasSize(1);
        assertThat(files().stream().filter(file -> file.startsWith("bin/lib/")))
                .hasSize(1)
                .allMatch(file -> file.matches("bin/lib/slf4j-api-[\\d.]+\\.jar"));
        assertThat(read("NOTICE"))
                .contains("HiveMQ TDengine Extension\n", "https://")
                .doesNotContain("${");
        assertThat(read("hivemq-extension.xml"))
                .contains("<id>hivemq-tdengine-extension</id>")
                .doesNotContain("${");
    }

    @Test
    void shouldHoldTheTextOfEveryLicence() throws IOException {
        var libraries = read("third-party-licenses/THIRD-PARTY.txt")
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("("))
                .toList();

        assertThat(libraries).hasSizeGreaterThan(20).allSatisfy(line -> {
            var library = LIBRARY.matcher(line);
            assertThat(library.matches()).isTrue();
            assertThat(files()).contains("third-party-licenses/" + textOf(library.group(1), library.group(3)));
        });
        assertThat(read("third-party-licenses/BSD-2-Clause-postgresql.txt"))
                .contains("PostgreSQL Global Development Group");
        assertThat(read("third-party-licenses/MIT-taos-jdbcdriver.txt")).contains("taosdata");
    }

    private static String textOf(String licence, String artifact) {
        return licence.contains("Apache")
                ? "Apache-2.0.txt"
                : licence.replace(" License", "").replace(' ', '-') + "-" + artifact + ".txt";
    }

    @Test
    void shouldBringNothingThatTheBrokerGives() throws IOException {
        var jar = root().resolve("hivemq-tdengine-extension.jar");
        try (var entries = new JarInputStream(Files.newInputStream(jar))) {
            int classes = 0;
            for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                assertThat(entry.getName())
                        .doesNotContain("com/hivemq/", "org/slf4j/", "com/codahale/", "io/dropwizard/", "ch/qos/");
                classes += entry.getName().endsWith(".class") ? 1 : 0;
            }
            assertThat(classes).isGreaterThan(1_000);
        }
    }

    private List<String> files() throws IOException {
        try (var paths = Files.walk(root())) {
            return paths.filter(Files::isRegularFile)
                    .map(path -> root().relativize(path).toString())
                    .toList();
        }
    }

    private String read(String file) throws IOException {
        return Files.readString(root().resolve(file), StandardCharsets.UTF_8);
    }

    private Path root() {
        return zip.getPath("hivemq-tdengine-extension");
    }
}
