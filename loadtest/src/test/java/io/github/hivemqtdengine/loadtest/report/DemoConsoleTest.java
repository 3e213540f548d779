// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.testkit.PackagedExtension;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * What a user sees after {@code ./demo}, in a real browser. With {@code -Dpictures} it writes the pictures of the
 * documents.
 */
@Tag("full")
@DisabledOnOs(OS.WINDOWS)
class DemoConsoleTest extends BrowserTest {

    private static final Path PICTURES = Path.of("../docs/pictures");
    private static final Path PAGE = Path.of("../src/main/resources/io/github/hivemqtdengine/cli/console");
    private static final String PAYLOAD =
            "{\"temperature\": 61.2, \"pressure\": 4.87, \"cycles\": 1042, \"running\": true}";
    private static final String COLUMN =
            "<column name=\"fahrenheit\"  type=\"DOUBLE\"      value=\"${payload:/temperature * 1.8 + 32}\"/>";
    private static final String ADDRESS = "The console is at ";

    private static @Nullable Process demo;
    private static String address = "";

    @BeforeAll
    static void startDemo() throws IOException {
        PackagedExtension.need();
        var started = new ProcessBuilder(
                        "../demo",
                        "--dir",
                        Files.createTempDirectory("demo").toString(),
                        "--mqtt-port",
                        "0",
                        "--devices",
                        "6",
                        "--rate",
                        "100")
                .redirectErrorStream(true)
                .start();
        demo = started;
        var out = new BufferedReader(new InputStreamReader(started.getInputStream(), UTF_8));
        var line = "";
        while (!line.startsWith(ADDRESS)) {
            line = Objects.requireNonNull(out.readLine(), "the demo has ended");
        }
        address = line.substring(ADDRESS.length());
        var reader = new Thread(() -> out.lines().forEach(read -> {}));
        reader.setDaemon(true);
        reader.start();
    }

    @AfterAll
    static void stopDemo() throws InterruptedException {
        if (demo != null) {
            demo.destroy();
            assertThat(demo.waitFor(2, TimeUnit.MINUTES)).isTrue();
        }
    }

    @AfterEach
    void assertThatNobodyElseIsAsked() throws IOException {
        browser.assertQuiet("http://127\\.0\\.0\\.1:\\d+/.*|data:.*|about:blank");
        browser.visit("about:blank");
    }

    private void open(String view) {
        browser.size(1_280);
        browser.media("screen", "light");
        browser.visit(address + "#" + view + "/en");
        browser.await("document.documentElement.dataset.ready === ''");
    }

    /** Keeps a picture to be looked at, and for the documents if that is wanted. */
    private void keep(String name) throws IOException {
        var folder = folder();
        ImageIO.write(browser.screenshot(), "png", folder.resolve(name + ".png").toFile());
        if (folder.equals(PICTURES)) {
            Files.writeString(PICTURES.resolve("console.sha256"), sumOfPage() + "\n");
        }
    }

    private static Path folder() throws IOException {
        return Files.createDirectories(
                System.getProperty("pictures") == null ? Path.of("target", "console") : PICTURES);
    }

    private static String sumOfPage() throws IOException {
        try (var files = Files.list(PAGE)) {
            var sum = MessageDigest.getInstance("SHA-256");
            files.sorted().forEach(file -> sum.update(bytes(file)));
            return HexFormat.of().formatHex(sum.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldShowLiveFigures() throws IOException {
        open("now");
        browser.await("/[1-9][\\d,.]* \\/s/.test(document.getElementById('flow').textContent)");

        assertThat(browser.text("document.querySelector('#routes tbody').textContent"))
                .contains("presses");
        keep("console-now");
    }

    @Test
    void shouldDrawTheRowsOfTheTables() throws IOException {
        open("data");
        browser.await("document.querySelectorAll('#tables canvas').length > 2");

        assertThat(browser.text("document.getElementById('tables').textContent"))
                .contains("presses", "temperature");
    }

    @Test
    void shouldShowWhatAMessageBecomes() throws IOException {
        open("mapping");
        fill(Map.of("topic", "plant/line1/press/3", "payload", PAYLOAD));
        browser.await("document.querySelector('#result .mark.good') !== null");

        assertThat(browser.text("document.getElementById('result').textContent"))
                .contains("presses", "61.2");
        keep("console-mapping");
    }

    @Test
    void shouldStoreANewColumn() throws IOException {
        var recording = new Recording();
        open("now");
        browser.await("/[1-9][\\d,.]* \\/s/.test(document.getElementById('flow').textContent)");
        recording.add(browser.screenshot());
        open("mapping");
        fill(Map.of("topic", "plant/line1/press/3", "payload", PAYLOAD));
        browser.await("document.querySelector('#result .mark.good') !== null");
        recording.add(browser.screenshot());
        browser.eval("(editor => { const row = editor.find('name=\"cycles\"').start.row;"
                + " editor.session.insert({ row, column: 0 }, '        " + COLUMN + "\\n'); editor.clearSelection();"
                + " editor.moveCursorTo(row, 8); editor.scrollToLine(row, true); return true; })(ace.edit('editor'))");
        browser.await("document.getElementById('result').textContent.includes('142.16')");
        recording.add(browser.screenshot());
        browser.await("!document.getElementById('save').disabled");
        browser.eval("document.getElementById('save').click()");
        browser.await("document.getElementById('confirm').open");
        recording.add(browser.screenshot());
        browser.eval("document.getElementById('confirm-yes').click()");
        browser.await("document.getElementById('save').disabled");
        open("data");
        browser.await("/fahrenheit/.test(document.getElementById('tables').textContent)"
                + " && document.querySelectorAll('#tables canvas').length > 2");
        recording.add(browser.screenshot());

        assertThat(browser.text("document.getElementById('tables').textContent"))
                .contains("fahrenheit");
        recording.write(folder().resolve("demo.gif"));
    }

    private void fill(Map<String, String> fields) {
        fields.forEach((id, text) -> browser.eval("(field => { field.value = '" + text
                + "'; field.dispatchEvent(new Event('input', { bubbles: true })); return true; })"
                + "(document.getElementById('" + id + "'))"));
    }

    @Test
    void shouldTraceTheMessagesOfATopic() throws IOException {
        open("trace");
        fill(Map.of("trace-topic", "plant/#"));
        browser.eval("document.getElementById('trace-start').click()");
        browser.await("document.querySelector('#trace-rows .mark.good') !== null");

        assertThat(browser.text("document.getElementById('trace-rows').textContent"))
                .contains("presses · 1 row · ");
        var picture = Files.createDirectories(Path.of("target", "console")).resolve("trace-demo.png");
        ImageIO.write(browser.screenshot(), "png", picture.toFile());
        browser.eval("document.getElementById('trace-stop').click()");
        browser.await("document.getElementById('trace-sum').textContent.endsWith(': it was stopped')");
        browser.eval("document.getElementById('trace-start').click()"); // no other trace is in its way
        browser.await("document.querySelector('#trace-rows .mark.good') !== null");
        browser.eval("document.getElementById('trace-stop').click()");
    }

    @Test
    void shouldExplainTheMessagesThatAreMalformedOnPurpose() throws IOException {
        open("now");
        browser.await("/[1-9]\\d* dead letter/.test(document.getElementById('findings').textContent)");
        open("letters");
        browser.await("document.querySelector('#groups section') !== null");

        assertThat(browser.text("document.getElementById('groups').textContent"))
                .contains("would be stored");
    }
}
