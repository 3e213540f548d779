// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import javax.imageio.ImageIO;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Headless Chromium without network access, which records requests and console messages of a page. */
final class Browser implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ChromeDriver driver;
    private final Path folder;

    private Browser(Path chromium, Path chromedriver, Path folder) {
        this.folder = folder;
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        var options = new ChromeOptions();
        options.setBinary(chromium.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--lang=en-US",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
        options.setCapability("goog:loggingPrefs", logs);
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.toFile())
                .usingAnyFreePort()
                .build();
        driver = new ChromeDriver(service, options);
    }

    /** Starts Chromium; skips the calling test if Chromium or its driver is absent. */
    static Browser start(Path folder) {
        return new Browser(Programs.CHROMIUM.path(), Programs.CHROMEDRIVER.path(), folder);
    }

    /** Opens a page as a file with a window width and a light or dark colour scheme, and draws all charts. */
    void open(String page, int width, String scheme) throws IOException {
        size(width);
        media("screen", scheme);
        logs(LogType.BROWSER);
        logs(LogType.PERFORMANCE);
        var file = Files.writeString(folder.resolve("page.html"), page);
        driver.get(file.toUri().toString());
        drawAll();
    }

    void size(int width) {
        cdp(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Opens an address of a server on 127.0.0.1. */
    void visit(String address) {
        driver.get(address);
    }

    void open(String page) throws IOException {
        open(page, 1_280, "light");
    }

    /** Opens the same page at another address, such as {@code ?lang=zh#c5}, without drawing more than it does itself. */
    void openAt(String address) {
        driver.get(folder.resolve("page.html").toUri() + address);
    }

    /** Returns the pixels of the window. */
    BufferedImage screenshot() throws IOException {
        return ImageIO.read(new ByteArrayInputStream(driver.getScreenshotAs(OutputType.BYTES)));
    }

    /** Draws all charts, including those that the page draws only near the window. */
    void drawAll() {
        eval("[near.disconnect(), near.takeRecords(), document.querySelectorAll('.drawing').forEach(draw)].length");
    }

    /** Waits until an expression is true in the page, at most 30 s. */
    void await(String expression) {
        driver.executeAsyncScript("const done = arguments[0]; const look = () => (" + expression
                + ") ? done() : requestAnimationFrame(look); look()");
    }

    /** Drags the mouse over an element between two horizontal offsets from its middle. */
    void drag(String element, int from, int to) {
        new Actions(driver)
                .moveToElement((WebElement) eval(element), from, 0)
                .clickAndHold()
                .moveByOffset(to - from, 0)
                .release()
                .perform();
    }

    /** Presses the tabulator key and returns what has the focus each time: element, and id or target. */
    List<String> tabbed(int times) {
        var focused = new ArrayList<String>();
        for (int i = 0; i < times; i++) {
            press(Keys.TAB);
            focused.add(text(
                    "(e => e.tagName + (e.id ? '#' + e.id : e.getAttribute('href') ?? ''))(document.activeElement)"));
        }
        return focused;
    }

    void press(CharSequence key) {
        new Actions(driver).sendKeys(key).perform();
    }

    void reload() {
        driver.navigate().refresh();
    }

    void media(String media, String scheme) {
        cdp(
                "Emulation.setEmulatedMedia",
                Map.of("media", media, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    Map<String, Object> cdp(String command, Map<String, Object> parameters) {
        return driver.executeCdpCommand(command, parameters);
    }

    /** Evaluates an expression in the page, with access to the functions and constants of its script. */
    Object eval(String expression) {
        var value = driver.executeScript("return (" + expression + ")");
        return value == null ? "null" : value;
    }

    long number(String expression) {
        return ((Number) eval(expression)).longValue();
    }

    double fraction(String expression) {
        return ((Number) eval(expression)).doubleValue();
    }

    String text(String expression) {
        return eval(expression).toString();
    }

    List<?> list(String expression) {
        return (List<?>) eval(expression);
    }

    /** Asserts that the page has requested only itself and has logged no console message. */
    void assertQuiet() throws IOException {
        assertQuiet("(?s)file:.*/page\\.html|data:,");
    }

    /**
     * Asserts that pages have requested only addresses of a pattern and have logged no console message, except that a
     * page was left whose text is not saved.
     */
    void assertQuiet(String pattern) throws IOException {
        assertThat(logs(LogType.BROWSER)).allMatch(message -> message.contains("'beforeunload'"));
        assertThat(requests()).isNotEmpty().allSatisfy(url -> assertThat(url).matches(pattern));
    }

    private List<String> requests() throws IOException {
        var urls = new ArrayList<String>();
        for (var line : logs(LogType.PERFORMANCE)) {
            var message = JSON.readTree(line).path("message");
            if (message.path("method").asText().equals("Network.requestWillBeSent")) {
                urls.add(message.path("params").path("request").path("url").asText());
            }
        }
        return urls;
    }

    private List<String> logs(String type) {
        return driver.manage().logs().get(type).getAll().stream()
                .map(entry -> entry.getMessage())
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
