// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.testkit.PackagedExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The manual of the zip and the site, in a real browser. The build of the extension has made both. */
class ManualPageTest extends BrowserTest {

    @BeforeEach
    void needsThePackage() throws IOException {
        PackagedExtension.need();
    }

    @AfterEach
    void assertThatNobodyIsAsked() throws IOException {
        browser.assertQuiet("file:.*|about:blank");
        browser.visit("about:blank");
    }

    private void open(String page, int width) {
        browser.size(width);
        browser.media("screen", "light");
        browser.visit(Path.of("../target")
                        .resolve(page.replaceFirst("#.*", ""))
                        .toAbsolutePath()
                        .normalize()
                        .toUri()
                + page.replaceFirst("[^#]*", ""));
    }

    private String shown() {
        return browser.text("[...document.querySelectorAll('article')].filter(one => one.checkVisibility())"
                + ".map(one => one.querySelector('h1').textContent).join()");
    }

    private void type(String words) {
        browser.text("(() => { const input = document.getElementById('search'); input.value = '" + words
                + "'; input.dispatchEvent(new Event('input')); return ''; })()");
    }

    private void keep(String name) throws IOException {
        var folder = Files.createDirectories(Path.of("target", "manual"));
        ImageIO.write(browser.screenshot(), "png", folder.resolve(name + ".png").toFile());
    }

    @Test
    void shouldShowOnePageAtATimeAndFollowLinks() throws IOException {
        open("manual/manual.html", 1_280);
        assertThat(shown()).isEqualTo("hivemq-tdengine-extension");

        browser.text("document.querySelector('nav a[href=\"#mapping\"]').click(), ''");
        browser.await("document.title === 'Mapping'");
        assertThat(shown()).isEqualTo("Mapping");
        assertThat(browser.text("document.querySelector('header span a').href")).endsWith("manual.zh-CN.html#mapping");
        keep("mapping-1280");

        browser.text("document.querySelector('article.open a[href=\"#command-line--explain\"]').click(), ''");
        browser.await("document.title === 'Command line'");
        assertThat(browser.text("Math.round(document.getElementById('command-line--explain')"
                        + ".getBoundingClientRect().top) < 200 ? 'near the top' : 'elsewhere'"))
                .isEqualTo("near the top");
    }

    @ParameterizedTest
    @CsvSource({
        "manual/manual.html, withhold-ack queue, withhold-ack",
        "manual/manual.zh-CN.html, 死信 重放, 重放",
        "site/index.html, type_mismatch, type_mismatch"
    })
    void shouldFindWords(String page, String words, String marked) throws IOException {
        open(page, 1_280);
        type(words);

        assertThat(browser.text("[...document.querySelectorAll('#found mark')].map(one => one.textContent).join()"))
                .contains(marked);
        var first = browser.text("document.querySelector('#found a').hash");
        browser.text("document.querySelector('#found a').click(), ''");
        browser.await("location.hash === '" + first + "'");
        assertThat(browser.text("String(document.getElementById(decodeURIComponent(location.hash.slice(1)))"
                        + ".checkVisibility())"))
                .isEqualTo("true");
        keep("found-" + page.replace('/', '-'));

        type("");
        assertThat(browser.text("String(document.getElementById('found').childNodes.length)"))
                .isEqualTo("0");
    }

    @Test
    void shouldCalculateTheExampleOfThePage() throws IOException {
        open("site/index.html#scaling", 1_280);

        var example = Files.readString(Path.of("../docs/scaling.md"));
        var result = browser.text("document.querySelector('#calculator output').value");
        assertThat(result)
                .contains("<spool max-bytes=\"34 GiB\"/>", "40 GiB", "18 minutes", "0.13 cores of the broker");
        assertThat(example).contains("`<spool max-bytes=\"34 GiB\"/>`", "| 40 GiB |", "| 18 minutes");
        keep("calculator");
    }

    @ParameterizedTest
    @CsvSource({"manual/manual.html#reference, 390", "manual/manual.zh-CN.html#metrics, 390"})
    void shouldFitAPhone(String page, int width) throws IOException {
        open(page, width);

        assertThat(browser.text("String(document.documentElement.scrollWidth <= document.documentElement.clientWidth)"))
                .isEqualTo("true");
        assertThat(browser.text("String(document.querySelector('nav').checkVisibility())"))
                .isEqualTo("false");
        browser.text("document.querySelector('header label').click(), ''");
        assertThat(browser.text("String(document.querySelector('nav').checkVisibility())"))
                .isEqualTo("true");
        keep("phone-" + page.replaceAll("[/#]", "-"));
    }

    @Test
    void shouldPrintEveryPage() {
        open("manual/manual.html", 1_280);
        browser.media("print", "light");

        assertThat(shown()).contains("Mapping", "Glossary");
    }
}
