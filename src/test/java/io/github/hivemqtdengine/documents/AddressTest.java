// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Address of this project, which the pom has, in what users read and in the files of the containers. */
class AddressTest {

    private static final Pattern URL = Pattern.compile("\\n    <url>(.+)</url>\\n");
    /** Addresses of this project, not of the earlier extensions with its name. */
    private static final Pattern OURS = Pattern.compile("[\\w:/.-]+/hivemqtdengine/hivemq-tdengine-extension");

    private static final Pattern ADDRESS =
            Pattern.compile("https://github\\.com/[\\w.-]+/hivemq-tdengine-extension[\\w./#-]*");
    private static final Pattern PAGE = Pattern.compile(".+/blob/main/([^#]+)#?(.*)");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "README.zh-CN.md",
                "conf/config.xml",
                "docker/kubernetes/values.yaml",
                "docs/upgrade.md",
                "docs/upgrade.zh-CN.md",
                "src/main/java/io/github/hivemqtdengine/cli/Main.java"
            })
    void shouldBeInWhatUsersRead(String file) throws IOException {
        assertThat(OURS.matcher(Files.readString(Path.of(file))).results().map(match -> match.group()))
                .isNotEmpty()
                .containsOnly(ofThePom());
    }

    @Test
    void shouldBeInTheNotice() throws IOException {
        assertThat(Files.readString(Path.of("src/main/extension/NOTICE"))).contains("${project.url}");
    }

    @Test
    void shouldBeginWithTheAddressOfThePom() throws IOException {
        assertThat(addresses())
                .hasSizeGreaterThan(15)
                .allSatisfy(address -> assertThat(address).startsWith(ofThePom()));
    }

    @Test
    void shouldLeadToPagesAndHeadings() throws IOException {
        var pages =
                addresses().stream().map(PAGE::matcher).filter(Matcher::matches).toList();

        assertThat(pages).hasSizeGreaterThan(12).allSatisfy(page -> {
            var file = Path.of(page.group(1));
            assertThat(file).exists();
            if (!page.group(2).isEmpty()) {
                assertThat(Document.read(file).anchors()).contains(page.group(2));
            }
        });
    }

    private static String ofThePom() {
        var url = URL.matcher(CheckedDocuments.TREE.text("pom.xml"));
        assertThat(url.find()).isTrue();
        return url.group(1);
    }

    private static List<String> addresses() throws IOException {
        var addresses = new ArrayList<String>();
        for (var file : CheckedDocuments.TREE.files()) {
            if (file.startsWith("docker/") && !file.endsWith(".md")) {
                ADDRESS.matcher(Files.readString(Path.of(file)))
                        .results()
                        .forEach(address -> addresses.add(address.group()));
            }
        }
        return addresses;
    }
}
