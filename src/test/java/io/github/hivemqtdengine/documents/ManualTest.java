// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.manual.Manual;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The manual in the zip and the site, made of the pages. */
class ManualTest {

    private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
    private static final Pattern OTHER_PAGE = Pattern.compile("((?:manual|index)(?:\\.zh-CN)?\\.html)#(.*)");

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Manual.main(new String[] {"", "https://example.org/project", "1.2.3", folder.toString()});
    }

    @ParameterizedTest
    @ValueSource(strings = {"manual/manual", "manual/manual.zh-CN", "site/index", "site/index.zh-CN"})
    void shouldHaveATargetForEachLink(String name) throws IOException {
        var html = Files.readString(folder.resolve(name + ".html"));
        var links = LINK.matcher(html).results().map(match -> match.group(1)).toList();

        assertThat(links).hasSizeGreaterThan(500);
        var broken = new TreeSet<String>();
        for (var link : links) {
            if (!isThere(link, html, name.substring(0, name.indexOf('/')))) {
                broken.add(link);
            }
        }
        assertThat(broken).isEmpty();
    }

    private boolean isThere(String link, String html, String kind) throws IOException {
        var other = OTHER_PAGE.matcher(link);
        if (link.startsWith("#")) {
            return ids(html).contains(link.substring(1));
        }
        if (other.matches()) {
            return ids(Files.readString(folder.resolve(kind).resolve(other.group(1))))
                    .contains(other.group(2));
        }
        if (link.startsWith("https://example.org/project/")) {
            var path = link.replaceFirst("https://example.org/project/(?:blob|tree)/main/", "")
                    .replaceFirst("#.*", "");
            return Files.exists(Path.of(path));
        }
        boolean isInZip = kind.equals("manual") && link.startsWith("../conf/");
        boolean isResult = kind.equals("site") && Files.exists(Path.of("docs/results", link.replace("html", "json")));
        return link.startsWith("https://")
                || link.startsWith("http://")
                || (isInZip && Files.exists(Path.of(link.substring(3).replaceFirst("#.*", ""))))
                || isResult
                || Files.exists(folder.resolve(kind).resolve(link));
    }

    private static Set<String> ids(String html) {
        var ids = new TreeSet<String>();
        ID.matcher(html).results().forEach(match -> ids.add(match.group(1)));
        return ids;
    }

    @Test
    void shouldHaveEachPageThatIsInBothLanguages() throws IOException {
        var html = Files.readString(folder.resolve("manual/manual.html"));
        try (var pages = Files.newDirectoryStream(Path.of("docs"), "*.zh-CN.md")) {
            for (var page : pages) {
                var name = page.getFileName().toString().replace(".zh-CN.md", "");
                assertThat(html).contains("<h1 id=\"" + name + "\">");
            }
        }
    }

    @Test
    void shouldNeedNoNetworkAndNoPictures() throws IOException {
        for (var name : new String[] {"manual.html", "manual.zh-CN.html"}) {
            assertThat(Files.readString(folder.resolve("manual").resolve(name)))
                    .contains("1.2.3")
                    .doesNotContain("<img", "<script src", "<link", "@import", "{body}", "{script}");
        }
        assertThat(Files.readString(folder.resolve("site/index.html"))).contains("<img src=\"pictures/flow.svg\"");
    }
}
