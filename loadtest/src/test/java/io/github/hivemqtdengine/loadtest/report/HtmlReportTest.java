// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Round.FaultMark;
import io.github.hivemqtdengine.loadtest.result.Round.Second;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Report page in a real browser. */
@Tag("full")
class HtmlReportTest extends BrowserTest {

    /** Script that finds text with less contrast to its background than WCAG AA requires. */
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
                const lines = [...document.querySelectorAll('svg .curve, .bar')].filter(e =>
                    ratio(light(parse(getComputedStyle(e).color)), light(behind(e.parentElement))) < 3);
                return [texts.length > 50, [...faint, ...lines].map(e => e.outerHTML.slice(0, 200))];
            })()""";

    /** Script that finds points of a plot's last series, a solid line, without a nearby pixel of its colour. */
    private static final String PLACES_WITHOUT_THE_LINE = """
            (plot => {
                const color = plot.series.at(-1).stroke().match(/\\w\\w/g).map(hex => parseInt(hex, 16));
                const hasColor = (x, y) => {
                    const pixels = plot.ctx.getImageData(x - 2, y - 2, 5, 5).data;
                    return Array.from({ length: 25 }, (_, i) => pixels.slice(4 * i, 4 * i + 4))
                        .some(pixel => pixel[3] > 150 && [0, 1, 2].every(i => Math.abs(pixel[i] - color[i]) < 12));
                };
                return plot.data[0].filter((x, i) => !hasColor(plot.valToPos(x, 'x', true), plot.valToPos(plot.data.at(-1)[i], 'y', true)));
            })(%s)""";

    /** Script that records each text drawn on a canvas from then on, with its bounds in pixels. */
    private static final String RECORD_TEXTS = """
            (() => {
                const { fillText } = CanvasRenderingContext2D.prototype;
                window.written = [];
                CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
                    fillText.call(this, text, x, y);
                    const size = this.measureText(text);
                    const corners = [[x - size.actualBoundingBoxLeft, y - size.actualBoundingBoxAscent],
                        [x + size.actualBoundingBoxRight, y + size.actualBoundingBoxDescent]]
                        .map(([left, top]) => this.getTransform().transformPoint(new DOMPoint(left, top)));
                    const [xs, ys] = [corners.map(corner => corner.x), corners.map(corner => corner.y)];
                    written.push({ canvas: this.canvas, text, align: this.textAlign,
                        left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) });
                };
            })()""";

    private static final String BEYOND_THE_WINDOW =
            "document.documentElement.scrollWidth - document.documentElement.clientWidth";

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
    void shouldShowTheFiguresOfGroups() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.groups()))));

        assertThat(browser.list(
                        "[...document.querySelectorAll('details.groups tbody td')].map(cell => cell.textContent)"))
                .hasSize(20)
                .asString()
                .contains("sensors, 10,000", "dashboards, 0, 50,000, 3, 1, 1.25, 7.50, –, –, –");
        browser.assertQuiet();
    }

    @Test
    void shouldShowTheClocksOfAgents() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.agents()))));

        assertThat(browser.list(
                        "[...document.querySelectorAll('details.agents tbody td')].map(cell => cell.textContent)"))
                .hasSize(12)
                .asString()
                .contains("tcp:192.168.0.9:7070", "3,200");
        browser.assertQuiet();
    }

    @Test
    void shouldDrawEverySecondOfLongTimelines() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(points(1, "throughput")).isEqualTo(List.of(720L, 720L));
    }

    @Test
    void shouldShowRunsOfManyHours() throws IOException {
        browser.open(HtmlReport.page(twoModes(100_000)));

        assertThat(points(0, "throughput")).isEqualTo(List.of(100_000L, 100_000L));
        assertThat(points(0, "rows")).isEqualTo(List.of(100_000L, 100_000L));
        assertThat(tableCaption(0, "throughput"))
                .isEqualTo("Throughput over time: deliveries per second; one row per 334 s (mean)");
        assertThat(tableCaption(0, "latency")).endsWith("p99; one row per 334 s (highest)");
        assertThat(tableCaption(0, "rows")).endsWith("; one row per 334 s (last)");
        assertThat(browser.number(chart(0, "throughput") + ".querySelectorAll('details tbody tr').length"))
                .isEqualTo(300);
        var seconds = "DATA.scenarios[0].rounds[1].timeline";
        var cells =
                "(key => [...document.querySelectorAll(`#scenario-0 [data-chart=${key}] details tbody tr`)].map(row => [...row.children].map(e => e.textContent)))";
        assertThat(browser.list(cells + "('throughput')[1]").get(0)).isEqualTo("334 – 667");
        assertThat(browser.list(cells + "('throughput')[1]").get(2))
                .isEqualTo(browser.text("number(" + seconds
                        + ".slice(334, 668).reduce((sum, second) => sum + second.delivered, 0) / 334)"));
        assertThat(browser.list(cells + "('latency')[1]").get(2))
                .isEqualTo(browser.text(
                        "number(Math.max(..." + seconds + ".slice(334, 668).map(second => second.latencyP99)))"));
        assertThat(browser.list(cells + "('rows').at(-1)").get(2))
                .isEqualTo(browser.text("number(" + seconds + ".reduce((sum, second) => sum + second.stored, 0))"));
        browser.assertQuiet();
    }

    @Test
    void shouldPlaceLongSlotsAtTheirTimes() throws IOException {
        var whole = twoModes(600).scenarios().get(0);
        browser.open(HtmlReport.page(
                SampleRuns.run(List.of(SampleRuns.withRounds(whole, round -> withTimeline(round, 8, 1.0))))));
        var slots = "chosenRounds(DATA.scenarios[0], choices[0]).at(-1).timeline";

        assertThat(browser.list(plot(0, "throughput") + ".data[0].slice(0, 3)")).isEqualTo(List.of(0L, 8L, 16L));
        assertThat(browser.list(plot(0, "throughput") + ".data.at(-1)"))
                .isEqualTo(browser.list(slots + ".map(slot => slot.delivered / 8)"));
        assertThat(browser.list(plot(0, "percentiles") + ".data[0].slice(0, 2)"))
                .isEqualTo(List.of(0L, 8L));
        assertThat(browser.number(plot(0, "rows") + ".data.at(-1).at(-1)"))
                .isEqualTo(browser.number(slots + ".reduce((sum, slot) => sum + slot.stored, 0)"));
        assertThat(tableCaption(0, "throughput")).endsWith("; one row per 16 s (mean)");
        browser.assertQuiet();
    }

    @Test
    void shouldMakeElementsOfAnyNumberOfChildren() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.of(0)));

        assertThat(browser.number("el('p', {}, Array(300_000).fill('a')).childNodes.length"))
                .isEqualTo(300_000);
    }

    @Test
    void shouldFitTheTimeAxisToASingleSecond() throws IOException {
        browser.open(HtmlReport.page(twoModes(1)));

        assertThat(browser.list("(({ min, max }) => [min, max])(" + plot(0, "throughput") + ".scales.x)"))
                .isEqualTo(List.of(-0.5, 0.5));
    }

    @Test
    void shouldDrawLinesWhereTheirFiguresAreInTheColoursOfTheScheme() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        for (var key : List.of("throughput", "latency", "rows", "latencyCurve", "commitCurve")) {
            assertThat(browser.list(PLACES_WITHOUT_THE_LINE.formatted(plot(0, key))))
                    .as(key)
                    .isEmpty();
        }
        var throughput = plot(0, "throughput");
        assertThat(browser.list(
                        "chosenRounds(DATA.scenarios[0], choices[0]).at(-1).timeline.map(second => second.delivered)"))
                .isEqualTo(browser.list(throughput + ".data.at(-1)"));
        browser.eval(chart(0, "throughput") + ".scrollIntoView()");
        browser.media("screen", "dark");
        browser.await(throughput + " && " + PLACES_WITHOUT_THE_LINE.formatted(throughput) + ".length === 0");
    }

    @Test
    void shouldZoomIntoATimelineAndShowTheValuesAtTheCursor() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));
        var plot = plot(1, "latency");

        browser.eval(chart(1, "latency") + ".scrollIntoView()");
        browser.drag(plot + ".over", -100, 0);

        assertThat(browser.fraction(plot + ".scales.x.max - " + plot + ".scales.x.min"))
                .isBetween(100.0, 200.0);
        assertThat(browser.text("[..." + plot + ".root.querySelectorAll('.u-value')].map(e => e.textContent).join()"))
                .matches("[\\d.]+,[\\d.]+ ms,[\\d.]+ ms");
    }

    @Test
    void shouldMarkFaultsOnTheTimeAxis() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(browser.text(plot(1, "throughput") + ".ctx.canvas.getAttribute('aria-label')"))
                .contains("Faults: database stopped, from second 150 to 330; link cut, at second 500.");
        assertThat(browser.list(shadedSeconds(plot(1, "throughput"), List.of(140, 155, 325, 340, 490, 510))))
                .isEqualTo(List.of(false, true, true, false, false, false));
        assertThat(writtenOn(plot(1, "throughput"))).contains("database stopped", "link cut");
    }

    @Test
    void shouldDrawPercentilesCpuAndMemoryOfAModeOverTimeWithItsFaults() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(points(1, "percentiles")).isEqualTo(List.of(720L, 720L, 720L, 720L));
        assertThat(browser.list(plot(1, "percentiles") + ".series.slice(1).map(one => one.label)"))
                .isEqualTo(List.of("median", "p90", "p99", "maximum"));
        for (var key : List.of("cpu", "memory")) {
            assertThat(points(1, key)).isEqualTo(List.of(720L, 720L, 720L));
            assertThat(browser.list(plot(1, key) + ".series.slice(1).map(one => one.label)"))
                    .isEqualTo(List.of("Broker", "Database", "Loader"));
            assertThat(browser.text(plot(1, key) + ".ctx.canvas.getAttribute('aria-label')"))
                    .contains("extension, round 1", "Faults: database stopped, from second 150 to 330");
            assertThat(writtenOn(plot(1, key))).contains("database stopped", "link cut");
        }
        choose(4, "do-nothing");
        browser.drawAll();
        assertThat(browser.text(plot(0, "cpu") + ".ctx.canvas.getAttribute('aria-label')"))
                .contains("do-nothing interceptor, round");
    }

    @Test
    void shouldShowRunsOfOlderVersions() throws IOException {
        var old = SampleRuns.withRounds(SampleRuns.c3(), round -> withTimeline(round, null, null));
        browser.open(HtmlReport.page(SampleRuns.run(List.of(old))));

        assertThat(browser.list(plot(0, "percentiles") + ".series.slice(1).map(one => one.label)"))
                .isEqualTo(List.of("median", "p99", "maximum"));
        assertThat(browser.number("document.querySelectorAll('[data-chart=cpu], [data-chart=memory]').length"))
                .isZero();
        browser.assertQuiet();
    }

    /** Returns a round as of an older version, or with long slots. */
    static Round withTimeline(Round round, @Nullable Integer seconds, @Nullable Double latencyP90) {
        var timeline = round.timeline().stream()
                .map(second -> new Second(
                        second.sent(),
                        second.delivered(),
                        second.stored(),
                        second.latencyP50(),
                        second.latencyP99(),
                        second.latencyMaximum(),
                        latencyP90,
                        seconds))
                .toList();
        return new Round(
                round.contender(),
                round.number(),
                round.started(),
                round.figures(),
                timeline,
                round.latencyCurve(),
                round.commitCurve(),
                round.faults(),
                round.notes());
    }

    @Test
    void shouldShowAPublishedRatioBesideOurs() throws IOException {
        var published = new PublishedFigure(
                Figure.CONNECTS_PER_SECOND, 1.11, "elsewhere", Contenders.EXTENSION, Contenders.DO_NOTHING);
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.publishing(SampleRuns.crossed(), published)))));

        assertThat(browser.list("[...document.querySelectorAll('#published tbody td')].map(e => e.textContent)"))
                .isEqualTo(List.of(
                        "Connects, extension / do-nothing interceptor",
                        "× 1.11",
                        "elsewhere",
                        "–",
                        "× 2.0× 0.1 – × 5.0"));
    }

    @Test
    void shouldMarkFaultsAfterTheLastSecond() throws IOException {
        var faults = List.of(new FaultMark("database stopped", 10, 30), new FaultMark("link cut", 35, 35));
        browser.open(HtmlReport.page(twoModes(20, faults)));

        var plot = plot(0, "throughput");
        assertThat(browser.list("(({ min, max }) => [min, max])(" + plot + ".scales.x)"))
                .isEqualTo(List.of(0L, 35L));
        assertThat(browser.list(shadedSeconds(plot, List.of(5, 15, 28, 32))))
                .isEqualTo(List.of(false, true, true, false));
        assertThat(writtenOn(plot)).contains("database stopped", "link cut");
        browser.eval(plot + ".setScale('x', { min: 22, max: 26 })");
        assertThat(browser.list("(({ min, max }) => [min, max])(" + plot + ".scales.x)"))
                .isEqualTo(List.of(22L, 26L));
    }

    @Test
    void shouldDrawOnlyChartsNearTheWindow() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.of(30)));
        browser.reload();
        var last = chart(29, "throughput");
        browser.eval(chart(0, "throughput") + ".scrollIntoView()");
        browser.await(chart(0, "throughput") + ".querySelector('canvas')");
        assertThat(browser.number("document.querySelectorAll('canvas').length")).isLessThan(20);

        browser.eval(last + ".scrollIntoView()");

        browser.await(last + ".querySelector('canvas')");
        browser.await("!" + chart(0, "throughput") + ".querySelector('canvas')");
    }

    @Test
    void shouldDrawABarForEachModeAndAPointForEachRound() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(browser.number(chart(0, "deliveries-per-second") + ".querySelectorAll('.bar').length"))
                .isEqualTo(3);
        assertThat(browser.list("[..." + chart(0, "deliveries-per-second")
                        + ".querySelectorAll('.track')].map(e => e.querySelectorAll('.point').length)"))
                .isEqualTo(List.of(3L, 3L, 3L));
        assertThat(browser.number(chart(1, "deliveries-per-second") + ".querySelectorAll('.point').length"))
                .isZero();
        assertThat(browser.number(chart(3, "memory-per-connection-kb") + ".querySelectorAll('.bar').length"))
                .isEqualTo(2);
    }

    @Test
    void shouldTellVariantsApart() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.variants()))));

        var bars = "[..." + chart(0, "deliveries-per-second") + ".querySelectorAll('li')]";
        assertThat(browser.list(bars + ".map(e => e.firstChild.textContent.trim())"))
                .isEqualTo(List.of("do-nothing interceptor", "groups-1", "groups-100"));
        assertThat(browser.number("new Set(" + bars
                        + ".map(e => getComputedStyle(e.querySelector('.bar')).backgroundColor)).size"))
                .isEqualTo(3);
        assertThat(points(0, "rows")).as("sent and stored of each variant").isEqualTo(List.of(20L, 20L, 20L, 20L));
        browser.assertQuiet();
    }

    @Test
    void shouldDrawAChangedNumberDifferently() throws IOException {
        var bar = chart(0, "memory-per-connection-kb")
                + ".querySelector('li:last-child .bar').getBoundingClientRect().width /"
                + chart(0, "memory-per-connection-kb")
                + ".querySelector('.bar').getBoundingClientRect().width";
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
                [...document.querySelectorAll('.chart')].flatMap(chart => {
                    const frame = chart.getBoundingClientRect();
                    return [...chart.querySelectorAll('li :not(.range), .ends *')].filter(e => {
                        const box = e.getBoundingClientRect();
                        return box.width === 0 || box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.bottom > frame.bottom + 0.5;
                    }).map(e => e.outerHTML);
                })""");
        assertThat(wrong).isEmpty();
        assertThat(browser.fraction(
                        "(points => Math.max(...points.map(e => e.getBoundingClientRect()).map(box => (box.left + box.right) / 2)) - points[0].parentElement.getBoundingClientRect().right)"
                                + "([..." + chart(0, "latency-p99-ms") + ".querySelectorAll('.point')])"))
                .isBetween(-0.5, 0.5);
        assertThat(writtenOn(plot(0, "throughput"))).contains("seconds", "msg/s", "0", "2,000", "4,000", "6,000");
        assertThat(browser.list("""
                [...document.querySelectorAll('canvas')].flatMap(canvas => {
                    const texts = written.filter(one => one.canvas === canvas);
                    const beyond = texts.filter(one => one.left < 0 || one.top < 0 || one.right > canvas.width || one.bottom > canvas.height);
                    const values = texts.filter(one => one.align === 'right').map(one => one.text);
                    return beyond.length === 0 && values.length > 1 && new Set(values).size === values.length ? [] : [canvas.getAttribute('aria-label'), values, beyond];
                })""")).isEmpty();
        double highest = browser.fraction(
                "Math.max(...DATA.scenarios[0].rounds.flatMap(r => r.timeline.map(s => s.delivered)))");
        assertThat(browser.fraction(plot(0, "throughput") + ".scales.y.max")).isBetween(highest * 0.95, highest * 1.1);
        assertThat(browser.fraction(plot(0, "throughput") + ".scales.y.min")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"screen, light", "screen, dark", "print, light", "print, dark"})
    void shouldBeReadable(String media, String scheme) throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));
        browser.media(media, scheme);
        browser.drawAll();
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
        var text = new String(Base64.getDecoder().decode(String.valueOf(pdf)), StandardCharsets.ISO_8859_1);
        assertThat(text).startsWith("%PDF");
        assertThat(Pattern.compile("/Type /Page\\b").matcher(text).results().count())
                .as("pages: the first screen, the summary, the scenarios")
                .isGreaterThan(6);
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
        assertThat(browser.number("document.querySelectorAll('.chart ul, canvas').length"))
                .isEqualTo(12L * scenarios + (scenarios > 0 ? 1 : 0)); // and one on the first screen
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
                .isEqualTo(List.of("× 2.0 (0.1 to 5.0)", "× 1.00"));
    }

    @Test
    void shouldSumUpAndShowPublishedFigures() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(browser.text("document.querySelector('main .tiles').textContent"))
                .contains("Thresholds met3 of 5", "Rows missing0");
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
        var before = latencies();

        choose(2, "latencyMaximum");
        var maximum = latencies();
        choose(1, "1");
        var otherRound = latencies();
        choose(3, "log");

        assertThat(List.of(before, maximum, otherRound)).doesNotHaveDuplicates();
        assertThat(latencies()).isEqualTo(otherRound);
        assertThat(browser.number(plot(0, "latency") + ".scales.y.distr")).isEqualTo(3);
        assertThat(browser.text(chart(0, "latency") + ".textContent")).contains("bare broker, round 1");
    }

    @Test
    void shouldSwitchToChineseAndKeepIt() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        browser.eval("document.getElementById('language').click()");
        browser.reload();

        assertThat(browser.text("document.querySelector('h1').textContent")).isEqualTo("负载测试报告");
        assertThat(browser.text("document.documentElement.lang")).isEqualTo("zh-CN");
        assertThat(browser.text("document.title")).isEqualTo("负载测试报告");
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
    @ValueSource(ints = {320, 390, 800, 1_920})
    void shouldFitWindowsOfAnyWidth(int width) throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()), width, "dark");

        assertThat(
                        browser.list(
                                "[...document.querySelectorAll('#page *')].filter(e => !e.closest('.scroll') && "
                                        + "e.getBoundingClientRect().right > document.documentElement.clientWidth).map(e => e.outerHTML.slice(0, 200))"))
                .isEmpty();
        assertThat(browser.number(BEYOND_THE_WINDOW)).isZero();
    }

    @Test
    void shouldFitTheWidthOfAPrintedPage() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()), 690, "light"); // A4 without margins
        browser.media("print", "light");
        browser.await("document.querySelectorAll('.drawing:empty').length === 0");
        browser.eval("window.dispatchEvent(new Event('beforeprint'))");

        browser.await(BEYOND_THE_WINDOW + " === 0"); // the browser lays a page out again after a change of the medium
        assertThat(browser.list("[...document.querySelectorAll('.scroll')].filter(e => e.checkVisibility() && "
                        + "e.scrollWidth > e.clientWidth).map(e => e.getAttribute('aria-label'))"))
                .as("clipped tables")
                .isEmpty();
        assertThat(browser.list("[...document.querySelectorAll('figure.chart')].filter(e => !e.checkVisibility() || "
                        + "e.getBoundingClientRect().right > innerWidth + 0.5).map(e => e.dataset.chart)"))
                .as("clipped or invisible charts")
                .isEmpty();
        assertThat(browser.text("getComputedStyle(document.getElementById('front')).breakAfter"))
                .isEqualTo("page");
        assertThat(browser.text("document.getElementById('page').innerText"))
                .contains("2 of 5 promises not kept", "Details for engineers", "CPU over time");
    }

    @Test
    void shouldSayInWordsAndTablesWhatChartsShow() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(browser.text(plot(0, "latency") + ".ctx.canvas.getAttribute('aria-label')"))
                .startsWith("Latency over time. milliseconds, p99. bare broker, round 3;")
                .endsWith(" ms.");
        assertThat(
                        browser.number(
                                "[...document.querySelectorAll('canvas')].filter(chart => chart.getAttribute('role') !== 'img' || !chart.getAttribute('aria-label')).length"))
                .isZero();
        assertThat(
                        browser.list(
                                "[..." + chart(0, "latency-p99-ms")
                                        + ".querySelectorAll('li')].map(li => [...li.querySelectorAll('span')].map(span => span.textContent).filter(text => text).join('|'))"))
                .isEqualTo(
                        browser.list(
                                "modesOf(DATA.scenarios[0]).map(mode => [mode, spreadOf(DATA.scenarios[0], mode, 'latency-p99-ms')])"
                                        + ".map(([mode, { median, low, high }]) => `${modeTitle(mode)} |${number(median)}${number(low)} – ${number(high)}|${number(low)} – ${number(high)}`)"));
        assertThat(
                        browser.number(
                                "[...document.querySelectorAll('input, select')].filter(e => !e.getAttribute('aria-label')).length"))
                .isZero();
        browser.eval(chart(0, "throughput") + ".querySelector('summary').click()");
        browser.eval(chart(0, "throughput") + ".querySelector('details').dispatchEvent(new Event('toggle'))");
        assertThat(browser.number(chart(0, "throughput") + ".querySelectorAll('details tbody tr').length"))
                .isEqualTo(40);
    }

    @Test
    void shouldForbidThePageToLoadAnything() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.of(1)));

        assertThat(browser.text("document.querySelector('meta[http-equiv=Content-Security-Policy]').content"))
                .isEqualTo("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:");
    }

    private static Run twoModes(int seconds) {
        return twoModes(seconds, List.of());
    }

    private static Run twoModes(int seconds, List<FaultMark> faults) {
        var rounds = Stream.of(Contenders.DO_NOTHING, Contenders.EXTENSION)
                .map(contender -> SampleRuns.round(contender, 1, seconds, 2_000, faults))
                .toList();
        return SampleRuns.run(List.of(new ScenarioResult(
                "two", "", "", Map.of(), List.of(), rounds, List.of(), Optional.empty(), Optional.empty(), true)));
    }

    /** Draws all charts and returns the text on one of them. */
    private List<String> writtenOn(String plot) {
        browser.eval(RECORD_TEXTS);
        browser.drawAll();
        var texts = browser.list("written.filter(one => one.canvas === " + plot + ".ctx.canvas).map(one => one.text)");
        return texts.stream().map(String::valueOf).toList();
    }

    private static String shadedSeconds(String plot, List<Integer> seconds) {
        return seconds + ".map(second => (plot => plot.ctx.getImageData(plot.valToPos(second, 'x', true), "
                + "plot.bbox.top + plot.bbox.height * 0.55, 1, 1).data[3] > 0)(" + plot + "))";
    }

    private String tableCaption(int scenario, String key) {
        browser.eval(chart(scenario, key) + ".querySelector('details').open = true");
        browser.await(chart(scenario, key) + ".querySelector('caption')");
        return browser.text(chart(scenario, key) + ".querySelector('caption').textContent");
    }

    private List<?> points(int scenario, String key) {
        return browser.list(plot(scenario, key) + ".data.slice(1).map(column => column.filter(isNumber).length)");
    }

    private String latencies() {
        browser.drawAll();
        return browser.text(plot(0, "latency") + ".data[1].join()");
    }

    private static String plot(int scenario, String key) {
        return "plots.get(" + chart(scenario, key) + ".querySelector('.drawing'))";
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
