package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in a real browser. */
@Tag("full")
class HtmlReportTest {

    /** Texts whose contrast with what lies behind them is less than WCAG's AA wants. */
    private static final String TOO_FAINT = """
            (() => {
                const parse = color => (color.match(/[\\d.]+/g) ?? []).map(Number);
                const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
                    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
                const behind = element => {
                    for (let e = element; e; e = e.parentElement) {
                        const color = parse(getComputedStyle(e).backgroundColor);
                        if (color.length === 3 || color[3] === 1) { return color; }
                    }
                    return [255, 255, 255];
                };
                const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                const hasText = e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim() !== '');
                const texts = [...document.querySelectorAll('#page *')]
                    .filter(e => !['TITLE', 'DESC', 'OPTION'].includes(e.tagName.toUpperCase()) && hasText(e) && e.getClientRects().length > 0);
                const faint = texts.filter(e => {
                    const style = getComputedStyle(e);
                    const color = e instanceof SVGElement ? style.fill : style.color;
                    return ratio(light(parse(color)), light(behind(e))) < 4.5;
                });
                const lines = [...document.querySelectorAll('svg .curve, svg .bar')].filter(e =>
                    ratio(light(parse(getComputedStyle(e).color)), light(behind(e))) < 3);
                return [texts.length > 50, [...faint, ...lines].map(e => e.outerHTML.slice(0, 200))];
            })()""";

    private static final String BEYOND_THE_WINDOW =
            "document.documentElement.scrollWidth - document.documentElement.clientWidth";

    @TempDir
    private static Path folder;

    private static Optional<Browser> started = Optional.empty();

    private final Browser browser = started.orElseThrow();

    @BeforeAll
    static void startBrowser() {
        started = Optional.of(Browser.start(folder));
    }

    @AfterAll
    static void stopBrowser() {
        started.ifPresent(Browser::close);
    }

    @Test
    void shouldDrawEveryPointOfTheTimelinesAndCurves() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(points(0, "throughput")).isEqualTo(List.of(40L, 40L, 40L));
        assertThat(points(0, "latency")).isEqualTo(List.of(40L, 40L, 40L));
        assertThat(points(0, "rows")).isEqualTo(List.of(40L, 40L));
        assertThat(points(0, "latencyCurve")).isEqualTo(List.of(14L, 14L, 14L));
        assertThat(points(0, "commitCurve")).isEqualTo(List.of(14L));
        browser.assertQuiet();
    }

    @Test
    void shouldDrawLongTimelinesWithAtMost300Points() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(points(1, "throughput")).isEqualTo(List.of(240L, 240L));
        assertThat(browser.text(chart(1, "throughput") + ".textContent")).contains("one point per 3 s (mean)");
    }

    @Test
    void shouldMarkFaultsOnTheTimeAxis() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(browser.list(
                        "[..." + chart(1, "throughput") + ".querySelectorAll('.fault-text')].map(e => e.textContent)"))
                .isEqualTo(List.of("database stopped", "link cut"));
        assertThat(browser.number(chart(1, "throughput") + ".querySelectorAll('rect.fault').length"))
                .isOne();
        double part = browser.fraction(
                "(() => { const chart = " + chart(1, "throughput")
                        + "; const axis = [...chart.querySelectorAll('line.axis')].find(line => line.y1.baseVal.value === line.y2.baseVal.value);"
                        + " return chart.querySelector('rect.fault').width.baseVal.value / (axis.x2.baseVal.value - axis.x1.baseVal.value); })()");
        assertThat(part).isBetween(180 / 720.0 * 0.97, 180 / 720.0 * 1.03);
    }

    @Test
    void shouldDrawABarForEachModeWithItsSpread() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(browser.number(chart(0, "deliveries-per-second") + ".querySelectorAll('rect.bar').length"))
                .isEqualTo(3);
        assertThat(browser.number(chart(0, "deliveries-per-second") + ".querySelectorAll('.whisker').length"))
                .isEqualTo(3);
        assertThat(browser.number(chart(1, "deliveries-per-second") + ".querySelectorAll('.whisker').length"))
                .isZero();
        assertThat(browser.number(chart(3, "memory-per-connection-kb") + ".querySelectorAll('rect.bar').length"))
                .isEqualTo(2);
    }

    @Test
    void shouldTellVariantsApart() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.variants()))));

        var bars = "[..." + chart(0, "deliveries-per-second") + ".querySelectorAll('g.series')]";
        assertThat(browser.list(bars + ".map(e => e.dataset.name)"))
                .isEqualTo(List.of("do-nothing interceptor", "groups-1", "groups-100"));
        assertThat(browser.number("new Set(" + bars + ".map(e => getComputedStyle(e).color)).size"))
                .isEqualTo(3);
        assertThat(points(0, "rows")).as("sent and stored of each variant").isEqualTo(List.of(20L, 20L, 20L, 20L));
        browser.assertQuiet();
    }

    @Test
    void shouldDrawAChangedNumberDifferently() throws IOException {
        var bar = chart(0, "memory-per-connection-kb") + ".querySelector('.mode-extension .bar').width.baseVal.value /"
                + chart(0, "memory-per-connection-kb") + ".querySelector('.mode-do-nothing .bar').width.baseVal.value";
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.connections()))));
        assertThat(browser.fraction(bar)).isBetween(1.04, 1.06);

        browser.open(HtmlReport.page(SampleRuns.run(List.of(doubled(SampleRuns.connections())))));

        assertThat(browser.fraction(bar)).isBetween(2.09, 2.11);
        assertThat(browser.text("document.getElementById('scenario-0').textContent"))
                .contains("36.20");
    }

    @Test
    void shouldFitTheAxesToTheHighestValues() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        var wrong = browser.list("""
                [...document.querySelectorAll('figure.chart svg.drawing')].flatMap(svg => {
                    const box = svg.viewBox.baseVal;
                    const within = [...svg.querySelectorAll('.series path, .series rect, .mark rect')].every(e => {
                        const b = e.getBBox();
                        return b.x >= 0 && b.y >= 0 && b.x + b.width <= box.width + 0.5 && b.y + b.height <= box.height + 0.5;
                    });
                    const labels = [...svg.querySelectorAll('.x-label, .y-label, .x-title')].every(e => {
                        const b = e.getBBox();
                        return b.x >= -1 && b.x + b.width <= box.width + 1 && b.y + b.height <= box.height + 1;
                    });
                    const values = [...svg.querySelectorAll('.y-label')].map(e => parseFloat(e.textContent.replace(/,/g, '')));
                    return within && labels && new Set(values).size === values.length ? [] : [svg.outerHTML.slice(0, 300)];
                })""");
        assertThat(wrong).isEmpty();
        assertThat(browser.number("Math.max(..." + yLabels(0, "throughput") + ")"))
                .isEqualTo(8_000);
        assertThat(browser.fraction(
                        "Math.max(...DATA.scenarios[0].rounds.flatMap(r => r.timeline.map(s => s.delivered)))"))
                .isBetween(6_000.0, 8_000.0);
    }

    @ParameterizedTest
    @CsvSource({"screen, light", "screen, dark", "print, light", "print, dark"})
    void shouldBeReadable(String media, String scheme) throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));
        browser.media(media, scheme);
        browser.eval("document.querySelectorAll('details').forEach(details => details.open = true)");

        assertThat(browser.list(TOO_FAINT)).isEqualTo(List.of(true, List.of()));
        var paper = browser.text("getComputedStyle(document.body).backgroundColor");
        assertThat(paper)
                .isEqualTo(
                        media.equals("print")
                                ? "rgb(255, 255, 255)"
                                : scheme.equals("dark") ? "rgb(19, 22, 26)" : "rgb(246, 246, 243)");
    }

    @Test
    void shouldPrintWithoutTheFilterAndWithTheFigures() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));
        browser.media("print", "light");

        assertThat(browser.text("getComputedStyle(document.querySelector('.filter')).display"))
                .isEqualTo("none");
        var pdf = browser.cdp("Page.printToPDF", Map.of()).get("data");
        assertThat(Base64.getDecoder().decode(String.valueOf(pdf)))
                .startsWith("%PDF".getBytes(StandardCharsets.US_ASCII));
        browser.eval("window.dispatchEvent(new Event('beforeprint'))");
        assertThat(browser.number("document.querySelectorAll('details.figures:not([open])').length"))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 30})
    void shouldWorkWithAnyNumberOfScenarios(int scenarios) throws IOException {
        browser.open(HtmlReport.page(SampleRuns.of(scenarios)));

        assertThat(browser.number("document.querySelectorAll('article').length"))
                .isEqualTo(scenarios);
        assertThat(browser.number("document.querySelectorAll('figure.chart svg.drawing').length"))
                .isEqualTo(9L * scenarios);
        assertThat(browser.number("document.querySelectorAll('table.overview tbody tr').length"))
                .isEqualTo(scenarios);
        browser.assertQuiet();
    }

    @Test
    void shouldWorkWithSkippedOnesEmptyTimelinesAndMissingRounds() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(article(4)).contains("Skipped: the extension does not decode Avro yet");
        assertThat(article(3)).contains("Nothing was recorded over time.");
        assertThat(article(5))
                .contains("Not all rounds ran; what is here is from 1 round.", "2 of 10 subscribers lost");
        assertThat(browser.list("DATA.scenarios.map(statusOf)"))
                .isEqualTo(List.of("failed", "passed", "failed", "measured", "skipped", "incomplete"));
    }

    @Test
    void shouldSayWhyAScenarioCouldNotGoOn() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.failed()))));

        assertThat(article(0)).contains("It could not go on: Client lt-p0 can't connect");
        assertThat(browser.list("DATA.scenarios.map(statusOf)")).isEqualTo(List.of("failed"));
    }

    @Test
    void shouldShowTheRatiosThatThresholdsAreHeldAgainst() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.crossed()))));

        assertThat(browser.list("[...document.querySelectorAll('details.figures .ratio')].map(e => e.textContent)"))
                .isEqualTo(List.of("× 1.00 (0.10 to 5.00)", "× 1.00"));
    }

    @Test
    void shouldSumUpAndShowPublishedFigures() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(browser.text("document.querySelector('.tiles').textContent"))
                .contains("Thresholds met3 of 5", "Rows missing0");
        assertThat(browser.text("document.querySelector('header .status').textContent"))
                .isEqualTo("Failed");
        assertThat(browser.text("document.getElementById('published').textContent"))
                .contains("6,667", "test report of 2020", "5,995");
        assertThat(browser.text("document.getElementById('environment').textContent"))
                .contains("AMD EPYC 7763", "loadtest/run suite");
    }

    @Test
    void shouldFilterByWordScenarioAndResult() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(shownAfter("#search", "input", "1,000 SUBSCRIBERS")).isEqualTo(List.of("0"));
        assertThat(shownAfter("#search", "input", "nonsense")).isEmpty();
        assertThat(browser.text("document.getElementById('nothing').checkVisibility()"))
                .isEqualTo("true");
        assertThat(shownAfter("#search", "input", "")).hasSize(6);
        assertThat(shownAfter("select:nth-of-type(2)", "change", "skipped")).isEqualTo(List.of("4"));
        assertThat(shownAfter("select:nth-of-type(2)", "change", "")).hasSize(6);
        assertThat(shownAfter("select", "change", "2")).isEqualTo(List.of("2"));
        browser.assertQuiet();
    }

    @Test
    void shouldRedrawForAnotherRoundLatencyAndScale() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));
        var path = chart(0, "latency") + ".querySelector('.series path').getAttribute('d')";
        var before = browser.text(path);

        choose(2, "latencyMaximum");
        var maximum = browser.text(path);
        choose(1, "1");
        var otherRound = browser.text(path);
        choose(3, "log");

        assertThat(List.of(before, maximum, otherRound, browser.text(path))).doesNotHaveDuplicates();
        assertThat(browser.text(chart(0, "latency") + ".textContent")).contains("bare broker, round 1");
    }

    @Test
    void shouldSwitchToChineseAndKeepIt() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));
        browser.eval("localStorage.clear()");

        browser.eval("document.getElementById('language').click()");
        browser.reload();

        assertThat(browser.text("document.querySelector('h1').textContent")).isEqualTo("负载测试报告");
        assertThat(browser.text("document.documentElement.lang")).isEqualTo("zh-CN");
        assertThat(browser.text("document.title")).isEqualTo("负载测试报告");
        browser.eval("localStorage.clear()");
    }

    @Test
    void shouldHaveEveryTextInBothLanguages() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.of(0)));

        assertThat(browser.list("Object.keys(TEXTS.zh)")).isEqualTo(browser.list("Object.keys(TEXTS.en)"));
        assertThat(browser.list("Object.keys(TEXTS.zh.figures)")).isEqualTo(browser.list("Object.keys(WORDS.figures)"));
        assertThat(browser.list("Object.keys(TEXTS.zh.modes)")).isEqualTo(browser.list("Object.keys(WORDS.modes)"));
        assertThat(
                        browser.list(
                                "Object.keys(TEXTS.en).filter(key => typeof TEXTS.en[key] === 'string'"
                                        + " && String(TEXTS.en[key].match(/\\{\\d\\}/g)?.sort()) !== String(TEXTS.zh[key].match(/\\{\\d\\}/g)?.sort()))"))
                .isEmpty();
    }

    @Test
    void shouldTakeHostileTextsForTexts() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.hostile()), 400, "light");

        assertThat(browser.text("typeof window.hacked")).isEqualTo("undefined");
        assertThat(browser.number("document.querySelectorAll('img').length")).isZero();
        assertThat(browser.text("DATA.scenarios[0].name"))
                .isEqualTo(SampleRuns.hostile().scenarios().get(0).name());
        assertThat(browser.text("document.querySelector('article h2').textContent"))
                .contains("</script><img src=x onerror=", "{{data}} 🚀");
        assertThat(browser.number(BEYOND_THE_WINDOW)).isZero();
        assertThat(article(0)).contains("never measured");
        browser.assertQuiet();
    }

    @ParameterizedTest
    @ValueSource(ints = {320, 400, 800, 1_920})
    void shouldFitWindowsOfAnyWidth(int width) throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()), width, "dark");

        assertThat(browser.number(BEYOND_THE_WINDOW)).isZero();
    }

    @Test
    void shouldFitTheWidthOfAPrintedPage() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()), 690, "light"); // A4 without its margins
        browser.media("print", "light");
        browser.eval("window.dispatchEvent(new Event('beforeprint'))");

        assertThat(browser.number(BEYOND_THE_WINDOW)).isZero();
    }

    @Test
    void shouldSayInWordsAndTablesWhatChartsShow() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(
                        browser.number(
                                "[...document.querySelectorAll('svg.drawing')].filter(svg => svg.getAttribute('role') !== 'img'"
                                        + " || svg.getAttribute('aria-labelledby').split(' ').some(id => !document.getElementById(id)?.textContent)).length"))
                .isZero();
        assertThat(
                        browser.number(
                                "[...document.querySelectorAll('input, select')].filter(e => !e.getAttribute('aria-label')).length"))
                .isZero();
        browser.eval(chart(0, "throughput") + ".querySelector('summary').click()");
        browser.eval(chart(0, "throughput") + ".querySelector('details').dispatchEvent(new Event('toggle'))");
        assertThat(browser.number(chart(0, "throughput") + ".querySelectorAll('tbody tr').length"))
                .isEqualTo(40);
    }

    @Test
    void shouldForbidThePageToLoadAnything() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.of(1)));

        assertThat(browser.text("document.querySelector('meta[http-equiv=Content-Security-Policy]').content"))
                .isEqualTo("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:");
    }

    private List<?> points(int scenario, String key) {
        return browser.list("[..." + chart(scenario, key)
                + ".querySelectorAll('.series path')].map(path => path.getAttribute('d').match(/[ML]/g).length)");
    }

    private static String yLabels(int scenario, String key) {
        return "[..." + chart(scenario, key)
                + ".querySelectorAll('.y-label')].map(e => Number(e.textContent.replace(/,/g, '')))";
    }

    private static String chart(int scenario, String key) {
        return "document.querySelector('#scenario-" + scenario + " [data-chart=\"" + key + "\"]')";
    }

    private String article(int scenario) {
        return browser.text("document.getElementById('scenario-" + scenario + "').textContent");
    }

    private List<?> shownAfter(String control, String event, String value) {
        browser.eval("(() => { const control = document.querySelector('.filter " + control + "'); control.value = '"
                + value + "'; control.dispatchEvent(new Event('" + event + "')); })()");
        return browser.list(
                "[...document.querySelectorAll('article:not([hidden])')].map(article => article.dataset.scenario)");
    }

    private void choose(int control, String value) {
        browser.eval("(() => { const list = document.querySelector('#scenario-0 .controls label:nth-child(" + control
                + ") select'); list.value = '" + value + "'; list.dispatchEvent(new Event('change')); })()");
    }

    private static ScenarioResult doubled(ScenarioResult scenario) {
        var last = scenario.rounds().get(1);
        Map<Figure, Double> figures = new EnumMap<>(last.figures());
        figures.computeIfPresent(Figure.MEMORY_PER_CONNECTION_KB, (figure, value) -> 2 * value);
        var changed = new Round(
                last.contender(),
                last.number(),
                last.started(),
                figures,
                last.timeline(),
                last.latencyCurve(),
                last.commitCurve(),
                last.faults(),
                last.notes());
        return new ScenarioResult(
                scenario.name(),
                scenario.title(),
                scenario.about(),
                scenario.settings(),
                scenario.published(),
                List.of(scenario.rounds().get(0), changed),
                scenario.verdicts(),
                scenario.skipped(),
                scenario.failure(),
                scenario.complete());
    }
}
