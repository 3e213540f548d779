// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClient;
import io.github.hivemqtdengine.loadtest.mqtt.SharedHiveMq;
import io.github.hivemqtdengine.loadtest.mqtt.TestBroker;
import io.github.hivemqtdengine.loadtest.stack.extension.ExtensionZip;
import io.github.hivemqtdengine.loadtest.testkit.PackagedExtension;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** The console of the packaged extension in a real browser. */
@Tag("full")
class ConsolePageTest extends BrowserTest {

    private static final String CONFIGURATION = """
            <hivemq-tdengine-extension>
              <databases>
                <database>
                  <id>plant</id>
                  <jdbc-url>jdbc:TAOS-WS://localhost:6041</jdbc-url>
                  <username>root</username>
                  <password>${ENV:NOT_SET}</password>
                  <name>factory</name>
                </database>
              </databases>
              <routes>
                <route>
                  <id>meters</id>
                  <mqtt-topic-filters>
                    <mqtt-topic-filter>site/{site}/meter/{meter}</mqtt-topic-filter>
                  </mqtt-topic-filters>
                  <payload format="json"/>
                  <table super-table="meters" sub-table="m_${mqtt-topic:meter}">
                    <tag name="site" type="VARCHAR(64)" value="${mqtt-topic:site}"/>
                    <column name="voltage" type="DOUBLE" value="${payload:/v}"/>
                  </table>
                </route>
              </routes>
            </hivemq-tdengine-extension>
            """;

    private static final String HOSTILE = "site/<img src=x onerror=alert(1)>/meter/7";
    private static @Nullable Process console;
    private static Path configuration = Path.of("");
    private static Path data = Path.of("");
    private static String address = "";

    @BeforeAll
    static void startConsole() throws IOException {
        PackagedExtension.need();
        var home = unpacked(folder.resolve("extensions"));
        configuration = home.resolve("conf/config.xml");
        data = Files.createDirectories(folder.resolve("data/hivemq-tdengine-extension"));
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var started = new ProcessBuilder(
                        java,
                        "-Dhivemq-tdengine.home=" + home,
                        "-cp",
                        home + "/*" + System.getProperty("path.separator") + home + "/bin/lib/*",
                        "io.github.hivemqtdengine.cli.Main",
                        "console")
                .redirectErrorStream(true)
                .start();
        console = started;
        var out = new BufferedReader(new InputStreamReader(started.getInputStream(), UTF_8));
        var line = Objects.requireNonNull(out.readLine());
        assertThat(line).startsWith("The console is at http://127.0.0.1:");
        address = line.substring(line.indexOf("http"));
    }

    private static Path unpacked(Path extensions) throws IOException {
        try (var zip = FileSystems.newFileSystem(
                        ExtensionZip.find().orElseThrow().file());
                var entries = Files.walk(zip.getPath("/"))) {
            for (var entry : entries.toList()) {
                var target = extensions.resolve(entry.toString().substring(1));
                if (Files.isDirectory(entry)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(entry, target);
                }
            }
        }
        return extensions.resolve("hivemq-tdengine-extension");
    }

    @AfterAll
    static void stopConsole() {
        if (console != null) {
            console.destroy();
        }
    }

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(configuration, CONFIGURATION);
        Files.writeString(
                data.resolve("dead-letters.jsonl"),
                letter("type_mismatch", "site/b/meter/7", "{\"v\":\"n/a\"}")
                        + letter("type_mismatch", "site/b/meter/7", "{\"v\":2}")
                        + letter("decode", HOSTILE, "<script>document.title='owned'</script>"));
        Files.deleteIfExists(data.resolve("status.json"));
    }

    @AfterEach
    void assertThatNobodyElseIsAsked() throws IOException {
        browser.assertQuiet("http://127\\.0\\.0\\.1:\\d+/.*|data:.*|about:blank");
        browser.visit("about:blank");
    }

    private static String letter(String reason, String topic, String payload) {
        return ("{\"time\":\"2026-01-01T00:00:00Z\",\"route\":\"meters\",\"reason\":\"%s\",\"detail\":\"no number\","
                        + "\"topic\":\"%s\",\"client\":\"c1\",\"user\":null,\"qos\":1,\"retain\":false,"
                        + "\"duplicate\":false,\"arrival\":\"2026-01-01T00:00:00Z\",\"contentType\":null,"
                        + "\"responseTopic\":null,\"messageExpiry\":null,\"userProperties\":[[\"unit\",\"kV\"]],\"payload\":\"%s\"}\n")
                .formatted(reason, topic, Base64.getEncoder().encodeToString(payload.getBytes(UTF_8)));
    }

    private void open(String view, int width, String scheme) {
        browser.size(width);
        browser.media("screen", scheme);
        browser.visit(address + "#" + view);
        browser.await("document.documentElement.dataset.ready === ''");
    }

    private void open(String view) {
        open(view, 1_280, "light");
    }

    /** Keeps a picture of the page, to be looked at. */
    private void keep(String name) throws IOException {
        var pictures = Files.createDirectories(Path.of("target", "console"));
        ImageIO.write(
                browser.screenshot(), "png", pictures.resolve(name + ".png").toFile());
    }

    private void type(String id, String text) {
        browser.eval("(field => { field.value = " + quoted(text)
                + "; field.dispatchEvent(new Event('input', { bubbles: true })); return true; })(document.getElementById('"
                + id + "'))");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'";
    }

    @Test
    void shouldShowTheRowsOfAMessage() throws IOException {
        open("mapping/en");
        type("topic", "site/b/meter/7");
        type("payload", "{\"v\": 229.7}");
        browser.await("document.querySelector('#result .mark.good') !== null");

        assertThat(browser.text("document.getElementById('validity').textContent"))
                .isEqualTo("valid");
        assertThat(browser.text("document.getElementById('result').textContent"))
                .contains("meters", "1 row", "m_7", "229.7", "INSERT INTO", "CREATE STABLE");
        keep("mapping");
    }

    @Test
    void shouldBearAThousandRoutesAndTenThousandLetters() throws IOException {
        var route = CONFIGURATION.substring(
                CONFIGURATION.indexOf("<route>"), CONFIGURATION.indexOf("</route>") + "</route>".length());
        var routes = IntStream.range(0, 1_000)
                .mapToObj(i -> route.replace("<id>meters", "<id>meters" + i)
                        .replace("site/", "site" + i + "/")
                        .replace(
                                "super-table=\"meters\" sub-table=\"m_",
                                "super-table=\"meters" + i + "\" sub-table=\"m" + i + "_"))
                .collect(Collectors.joining("\n"));
        Files.writeString(configuration, CONFIGURATION.replace(route, routes));
        Files.writeString(
                data.resolve("dead-letters.jsonl"),
                IntStream.range(0, 10_000)
                        .mapToObj(i -> letter("type_mismatch", "site" + i % 1_000 + "/b/meter/7", "{\"v\":2}")
                                .replace("\"meters\"", "\"meters" + i % 1_000 + "\""))
                        .collect(Collectors.joining()));
        open("mapping/en");
        type("topic", "site999/b/meter/7");
        type("payload", "{\"v\": 229.7}");
        browser.await("document.querySelector('#result .mark.good') !== null");

        assertThat(browser.text("document.getElementById('result').textContent"))
                .contains("meters999", "229.7");
        keep("thousand-mapping");
        browser.eval("ace.edit('editor').session.replace(ace.edit('editor').find('DOUBLE'), 'DUBLE')");
        browser.await("ace.edit('editor').session.getAnnotations().length > 0");
        open("letters/en");
        browser.await("document.querySelectorAll('#groups section').length > 0");
        assertThat(browser.text("document.getElementById('letters').textContent"))
                .contains("10000 of 10000 would be stored");
        keep("thousand-letters");
    }

    @Test
    void shouldFollowTheMappingWhileItIsWritten() {
        open("mapping/en");
        type("topic", "site/b/meter/7");
        type("payload", "{\"v\": 229.7}");
        browser.await("document.querySelector('#result .mark.good') !== null");
        browser.eval("ace.edit('editor').session.replace(ace.edit('editor').find('DOUBLE'), 'INTEGER')");
        browser.await("document.querySelector('#problems button') !== null");

        assertThat(browser.text("document.getElementById('problems').textContent"))
                .startsWith("line 20: <column@type>");
        assertThat(browser.number("ace.edit('editor').session.getAnnotations()[0].row"))
                .isEqualTo(19);
        browser.eval("ace.edit('editor').session.replace(ace.edit('editor').find('INTEGER'), 'FLOAT')");
        browser.await("document.querySelector('#result .route')?.textContent.includes('FLOAT')");
        assertThat(browser.text("document.getElementById('validity').textContent"))
                .isEqualTo("valid · not saved");
    }

    @ParameterizedTest
    @CsvSource({"en,Topic filter", "zh,主题过滤器"})
    void shouldCompleteElementsAndExplainThem(String language, String explanation) throws IOException {
        open("mapping/" + language);
        browser.eval("(editor => { editor.gotoLine(14, 100); editor.focus(); return true; })(ace.edit('editor'))");
        browser.press("\n<");
        browser.await("document.querySelector('.ace_autocomplete .ace_line')?.getBoundingClientRect().width > 100");

        assertThat(browser.text(
                        "ace.edit('editor').completer.completions.filtered.map(each => each.caption).join(' ')"))
                .contains("mqtt-topic-filter");
        assertThat(browser.text("ace.edit('editor').completer.completions.filtered.map(each => each.meta).join(' ')"))
                .contains(explanation);
        assertThat(browser.text("document.elementFromPoint(300, document.querySelector('.ace_autocomplete .ace_line')"
                        + ".getBoundingClientRect().y + 5).closest('.ace_autocomplete') !== null"))
                .isEqualTo("true");
        keep("completion-" + language);
    }

    @Test
    void shouldSaveTheMappingAfterShowingWhatChanges() throws IOException {
        open("mapping/en");
        browser.eval("ace.edit('editor').session.replace(ace.edit('editor').find('DOUBLE'), 'FLOAT')");
        browser.await("!document.getElementById('save').disabled");
        browser.eval("document.getElementById('save').click()");
        browser.await("document.getElementById('confirm').open");

        assertThat(browser.text("document.getElementById('confirm-body').textContent"))
                .doesNotContain("null");
        assertThat(browser.text("document.querySelector('#confirm .gone').textContent"))
                .contains("DOUBLE");
        assertThat(browser.text("document.querySelector('#confirm .added').textContent"))
                .contains("FLOAT");
        assertThat(configuration).content().contains("DOUBLE");
        browser.eval("document.getElementById('confirm-yes').click()");
        browser.await("document.getElementById('save').disabled");
        assertThat(configuration).hasContent(CONFIGURATION.replace("DOUBLE", "FLOAT"));
    }

    @Test
    void shouldShowDeadLettersAndReplayThoseThatWouldBeStored() throws IOException {
        open("letters/en");
        browser.await("document.querySelectorAll('#groups section').length === 2");

        assertThat(browser.text("document.getElementById('letters-sum').textContent"))
                .isEqualTo("1 of 3 would be stored now");
        assertThat(browser.text("document.getElementById('groups').textContent"))
                .contains(HOSTILE, "<script>document.title='owned'</script>", "1 of 2 would be stored");
        keep("letters");
        assertThat(browser.text("document.title")).isEqualTo("HiveMQ TDengine console");
        assertThat(browser.number("document.querySelectorAll('#groups img, #groups script').length"))
                .isZero();
        browser.eval("document.querySelector('#groups button.main').click()");
        browser.await("document.getElementById('confirm').open");
        browser.eval("document.getElementById('confirm-yes').click()");
        browser.await("document.getElementById('letters-sum').textContent.startsWith('1 copied to ')");
        try (var replayed = Files.list(data.resolve("replay"))) {
            assertThat(replayed)
                    .singleElement()
                    .satisfies(file -> assertThat(file).content().hasLineCount(1));
        }
    }

    @Test
    void shouldTryADeadLetterInTheMapping() {
        open("mapping/en");
        type("properties", "of=another message");
        browser.eval("location.hash = 'letters/en'");
        browser.await("document.querySelectorAll('#groups section').length === 2");
        browser.eval("document.querySelectorAll('#groups section')[0].querySelector('button').click()");
        browser.await("document.querySelector('#result .mark.bad') !== null");

        assertThat(browser.text("document.getElementById('topic').value")).isEqualTo("site/b/meter/7");
        assertThat(browser.text("document.getElementById('result').textContent"))
                .contains("is not a number");
        assertThat(browser.text("['client', 'qos', 'properties'].map(id => document.getElementById(id).value).join()"))
                .isEqualTo("c1,1,unit=kV");
    }

    @Test
    void shouldShowAllDigitsOfIntegers() {
        open("mapping/en");
        browser.eval("ace.edit('editor').session.replace(ace.edit('editor').find('DOUBLE'), 'BIGINT')");
        type("topic", "site/b/meter/7");
        type("payload", "{\"v\": 9007199254740993}");
        browser.await("document.querySelector('#result td') !== null");

        assertThat(browser.text("document.getElementById('result').textContent"))
                .contains("9007199254740993")
                .doesNotContain("9007199254740992");
    }

    @Test
    void shouldKeepTheOwnTextWhileAnExampleIsShown() {
        open("mapping/en");
        browser.eval("ace.edit('editor').session.replace(ace.edit('editor').find('DOUBLE'), 'FLOAT')");
        choose("examples", 1);
        browser.await("!ace.edit('editor').getValue().includes('FLOAT')");
        choose("examples", 0);
        browser.await("document.getElementById('validity').textContent === 'valid · not saved'");

        assertThat(browser.text("ace.edit('editor').getValue()")).isEqualTo(CONFIGURATION.replace("DOUBLE", "FLOAT"));
    }

    private void choose(String id, int option) {
        browser.eval("(field => { field.selectedIndex = " + option
                + "; field.dispatchEvent(new Event('change', { bubbles: true })); return true; })(document.getElementById('"
                + id + "'))");
    }

    @Test
    void shouldShowTheOtherViewsIfTheFileIsNotText() throws IOException {
        Files.write(configuration, new byte[] {'<', (byte) 0xb0, '>'});
        open("mapping/en");

        assertThat(browser.text("document.getElementById('file').textContent")).contains("is not UTF-8");
        browser.eval("location.hash = 'now/en'");
        browser.await("document.querySelector('#findings li') !== null");
        assertThat(configuration).hasBinaryContent(new byte[] {'<', (byte) 0xb0, '>'});
    }

    @Test
    void shouldSayWhatToDoWithoutABroker() {
        open("now/en");
        browser.await("document.querySelector('#findings li') !== null");

        assertThat(browser.text("document.getElementById('now-sum').textContent"))
                .isEqualTo("Something is wrong");
        assertThat(browser.text("document.getElementById('findings').textContent"))
                .contains("start the broker");
    }

    @Test
    void shouldShowTheStatusOfABroker() throws IOException {
        writeStatus(Instant.now());
        open("now/en");
        browser.await("document.querySelector('#warnings li') !== null");

        keep("now");
        assertThat(browser.text("document.querySelector('.station.bad').textContent"))
                .contains("plant", "away");
        assertThat(browser.text("document.querySelector('#findings li').textContent"))
                .startsWith("fail database");
        assertThat(browser.text("document.getElementById('flow').textContent")).contains("50 %", "1,000 received");
        assertThat(browser.text("document.getElementById('findings').textContent"))
                .contains("accepts no rows");
        assertThat(browser.text("document.getElementById('warnings').textContent"))
                .contains("<b>Database</b> is away");
        assertThat(browser.text("document.querySelector('#routes tbody').textContent"))
                .contains("meters", "12.5", "240");
    }

    private static void writeStatus(Instant written) throws IOException {
        Files.writeString(data.resolve("status.json"), """
                {"format":1,"version":"0.2.0","host":"gateway","process":7,"started":"%s","written":"%s","stopped":false,
                "configuration":{"file":"conf/config.xml","activeSince":"%s"},
                "metrics":{"spool.max-bytes":1073741824,"spool.bytes":536870912,"spool.share":0.5},
                "databases":[{"id":"plant","host":"tdengine:6041","since":"%s","lanes":4,"waiting-lanes":4}],
                "routes":[{"id":"meters","database":"plant","received":1000,"stored":900,"stored-rows":900,
                "dead-lettered":3,"in-flight":97,"lost":0,"rowsPerSecond":12.5,"commitP50Ms":110,"commitP99Ms":240}],
                "warnings":[{"time":"%s","level":"warn","text":"<b>Database</b> is away"}]}
                """.replaceAll("%s", written.toString()));
    }

    @Test
    void shouldNotShowAnOldStatusAsWorking() throws IOException {
        writeStatus(Instant.now().minusSeconds(3_600));
        open("now/en");
        browser.await("document.querySelector('.station') !== null");

        assertThat(browser.number("document.querySelectorAll('.station:not(.old)').length"))
                .isZero();
    }

    @Test
    @ExtendWith(SharedHiveMq.class)
    void shouldLearnAMappingAndTryItWithTheMessagesThatItHasSeen(TestBroker broker) throws IOException {
        for (int device = 1; device <= 3; device++) {
            publish(broker, "hall/" + device + "/press", "{\"bar\": " + device + ".5, \"on\": true}");
            publish(broker, "<img src=x onerror=alert(1)>/" + device, "<script>document.title='owned'</script>");
        }
        open("learn/en");
        type("learn-broker", "127.0.0.1:" + broker.address().getPort());
        type("learn-minutes", "0.1");
        browser.eval("document.getElementById('learn-start').click()");
        browser.await("document.getElementById('learn-sum').textContent.includes('s left')");
        browser.await("document.querySelector('#learned table') !== null");

        keep("learn");
        assertThat(browser.text("document.getElementById('learned').textContent"))
                .contains(
                        "6 of 6 samples would be stored",
                        "hall/{hall}/press",
                        "<img src=x onerror=alert(1)>/{level_2}");
        assertThat(browser.number("document.querySelectorAll('#learned img, #learned script').length"))
                .isZero();
        browser.eval("document.querySelector('#learned button.main').click()");
        browser.await("document.querySelector('#result .mark.good') !== null");
        assertThat(browser.text("ace.edit('editor').getValue()"))
                .contains("<password>${ENV:NOT_SET}</password>", "3 messages on 3 topics", "1.5 to 3.5");
        browser.eval("(list => { list.value = [...list.options].findIndex(each => each.text === 'hall/1/press');"
                + " list.dispatchEvent(new Event('change')); return true; })(document.getElementById('samples'))");
        browser.await("document.getElementById('result').textContent.includes('hall_press_1')");
        assertThat(browser.text("document.getElementById('result').textContent"))
                .contains("1 row", "1.5");
        keep("learned-mapping");
    }

    private static void publish(TestBroker broker, String topic, String payload) {
        var client = MqttClient.builder()
                .useMqttVersion5()
                .serverAddress(broker.address())
                .buildBlocking();
        client.connect();
        client.publishWith()
                .topic(topic)
                .payload(payload.getBytes(UTF_8))
                .retain(true)
                .send();
        client.disconnect();
    }

    @Test
    void shouldSayWhyABrokerCannotBeUsed() {
        open("learn/en");
        type("learn-broker", "127.0.0.1:1");
        browser.eval("document.getElementById('learn-start').click()");
        browser.await("document.querySelector('#learned .mark.bad') !== null");

        assertThat(browser.text("document.getElementById('learned').textContent"))
                .contains("The broker 127.0.0.1:1 can't be used", "Connection refused");
    }

    @Test
    void shouldSayWhyThereIsNoTraceWithoutABroker() throws IOException {
        open("trace/en");
        type("trace-topic", "#");
        browser.eval("document.getElementById('trace-start').click()");
        browser.await("document.getElementById('trace-sum').className === 'mark bad'");

        assertThat(browser.text("document.getElementById('trace-sum').textContent"))
                .startsWith("The extension has not begun the trace within 5 s: ")
                .contains("start the broker");
        assertThat(browser.text("document.getElementById('trace-start').disabled"))
                .isEqualTo("false");
        keep("trace-without-broker");
        assertThat(data.resolve("trace/request.json")).doesNotExist();
    }

    /** With the file of an extension, which this test writes. */
    @Test
    void shouldShowTheLinesOfATraceAsTheyComeAndItsEnd() throws IOException {
        open("trace/en", 1_280, "dark");
        type("trace-client", "<img src=x onerror=alert(1)>");
        browser.eval("document.getElementById('trace-client').focus()");
        browser.press(Keys.ENTER);
        var lines = linesOfTrace();
        Files.writeString(lines, line("{\"route\":\"meters\",\"outcome\":\"waiting\"}"));
        browser.await("document.querySelectorAll('#trace-rows tr').length === 1");
        Files.writeString(
                lines,
                line("{\"route\":\"meters\",\"outcome\":\"stored\",\"rows\":1,\"lane\":\"l\",\"ms\":9.5}")
                        .repeat(250),
                StandardOpenOption.APPEND);
        browser.await(
                "document.getElementById('trace-sum').textContent.startsWith('251 lines, the last 200 are shown')");

        assertThat(browser.text("document.querySelector('#trace-rows tr').textContent"))
                .contains("stored", "meters · 1 row · 9.5 ms", HOSTILE, "<script>document.title='owned'</script>");
        assertThat(browser.number("document.querySelectorAll('#trace-rows tr').length"))
                .isEqualTo(200);
        assertThat(browser.number("document.querySelectorAll('#trace-rows img, #trace-rows script').length"))
                .isZero();
        Files.writeString(
                lines,
                "{\"end\":\"file\",\"sentence\":\"the file has reached 16 MiB\",\"lines\":251,\"waiting\":1}\n",
                StandardOpenOption.APPEND);
        browser.await("!document.getElementById('trace-start').disabled");
        assertThat(browser.text("document.getElementById('trace-sum').textContent"))
                .isEqualTo("The trace has ended after 251 lines: the file has reached 16 MiB;"
                        + " messages without an outcome: 1");
        keep("trace");
    }

    @Test
    void shouldStopATrace() throws IOException {
        open("trace/zh", 390, "light");
        type("trace-topic", "site/#");
        browser.eval("document.getElementById('trace-start').click()");
        var lines = linesOfTrace();
        Files.writeString(
                lines, line("{\"route\":\"meters\",\"outcome\":\"dead-letter\",\"reason\":\"decode\",\"ms\":2}"));
        browser.await("document.querySelector('#trace-rows .mark.bad') !== null");
        assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
        keep("trace-lines-phone");
        browser.eval("document.getElementById('trace-stop').click()");
        browser.await("document.getElementById('trace-sum').textContent === '跟踪已结束，共 1 行：已手动停止'");

        awaitRequest(false);
    }

    /** Takes the request as the extension does. */
    private Path linesOfTrace() throws IOException {
        var request = awaitRequest(true);
        var id = Files.readString(request).replaceAll(".*\"id\":\"(\\w+)\".*", "$1");
        return request.resolveSibling(id + ".jsonl");
    }

    private Path awaitRequest(boolean isThere) {
        var request = data.resolve("trace/request.json");
        long start = System.nanoTime();
        while (Files.exists(request) != isThere) {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
            browser.number("1"); // takes a few milliseconds
        }
        return request;
    }

    private static String line(String route) {
        return ("{\"time\":\"2026-01-01T00:00:01.5Z\",\"client\":\"<script>document.title='owned'</script>\","
                        + "\"topic\":\"%s\",\"qos\":1,\"payloadBytes\":23,\"routes\":[%s]}\n")
                .formatted(HOSTILE, route);
    }

    @ParameterizedTest
    @CsvSource({"now", "trace", "mapping", "learn", "letters", "data"})
    void shouldFitAPhoneInBothLanguages(String view) throws IOException {
        for (var language : List.of("en", "zh")) {
            open(view + "/" + language, 390, "dark");

            keep(view + "-phone-" + language);
            assertThat(browser.number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
            assertThat(browser.number("document.querySelector('nav').offsetHeight")) // one line
                    .isLessThan(50);
            assertThat(browser.text("document.documentElement.lang")).isEqualTo(language.equals("zh") ? "zh-CN" : "en");
            assertThat(
                            browser.text(
                                    "[...document.querySelectorAll('[data-text]')].filter(each => each.textContent === 'undefined' || each.textContent === '').length"))
                    .isEqualTo("0");
        }
    }

    @Test
    void shouldLetTheKeyboardLeaveTheEditor() {
        open("mapping/en");
        browser.eval("(editor => { editor.focus(); return true; })(ace.edit('editor'))");
        browser.press(Keys.ESCAPE);

        assertThat(browser.tabbed(1)).doesNotContain("TEXTAREA");
    }
}
