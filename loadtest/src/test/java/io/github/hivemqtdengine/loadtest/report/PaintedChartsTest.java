// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pixels of the report's charts in a real browser, for each mode and variant alone. */
@Tag("full")
class PaintedChartsTest extends BrowserTest {

    /** Height of a window that shows a whole scenario, in pixels. */
    private static final int HEIGHT = 6_000;

    /** Script that returns the marks of a scenario's charts: name, colour as the legend has it, and places in the window. */
    private static final String MARKS = """
            (article => {
                const colour = e => getComputedStyle(e).color.match(/\\d+/g).slice(0, 3).map(Number);
                const lines = [...article.querySelectorAll('.drawing')].flatMap(place => {
                    const plot = plots.get(place);
                    const { left, top } = plot.over.getBoundingClientRect();
                    return plot.series.slice(1).map((series, i) => [`${place.parentElement.dataset.chart}: ${series.label}`,
                        colour(place.querySelectorAll('.u-legend svg')[i]),
                        plot.data[0].map((x, at) => [x, plot.data[i + 1][at]]).filter(([, y]) => isNumber(y))
                            .map(([x, y]) => [left + plot.valToPos(x, 'x'), top + plot.valToPos(y, 'y')])]);
                });
                const bars = [...article.querySelectorAll('.bar')].map(bar => {
                    const { left, top, width, height } = bar.getBoundingClientRect();
                    return [`${bar.closest('.chart').dataset.chart}: bar`, colour(bar), [[left + width / 4, top + height / 4]]];
                });
                return [...lines, ...bars];
            })(document.getElementById('scenario-%d'))""";

    @ParameterizedTest
    @CsvSource({"1280, light", "390, dark"})
    void shouldPaintEveryChartOfEveryMode(int width, String scheme) throws IOException {
        var modes = Stream.of(Mode.values()).map(Mode::word);
        var scenarios = Stream.concat(modes, Stream.of("v1", "v2", "v3", "v4", "v5"))
                .map(PaintedChartsTest::alone)
                .toList();
        browser.open(HtmlReport.page(SampleRuns.run(scenarios)), width, scheme);
        var window = Map.<String, Object>of("width", width, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false);
        browser.cdp("Emulation.setDeviceMetricsOverride", window);

        var card = numbers(browser.list(
                "getComputedStyle(document.querySelector('.card')).backgroundColor.match(/\\d+/g).map(Number)"));
        var unpainted = new ArrayList<String>();
        var colours = new HashSet<Object>();
        for (int i = 0; i < scenarios.size(); i++) {
            browser.eval("[filter.scenario = '" + i + "', applyFilter()]");
            browser.drawAll();
            var marks = browser.list(MARKS.formatted(i));
            var image = browser.screenshot();
            assertThat(marks).as(scenarios.get(i).name()).hasSizeGreaterThan(10);
            for (var mark : marks) {
                var parts = (List<?>) mark;
                if (!isPainted(image, numbers(parts.get(1)), card, (List<?>) parts.get(2))) {
                    unpainted.add(scenarios.get(i).name() + ", " + parts.get(0));
                }
            }
            colours.add(((List<?>) marks.get(0)).get(1));
        }

        assertThat(unpainted).isEmpty();
        assertThat(colours).as("a colour for each").hasSameSizeAs(scenarios);
        browser.assertQuiet();
    }

    private static ScenarioResult alone(String word) {
        return SampleRuns.withRounds(
                SampleRuns.renamed(SampleRuns.groups(), word),
                round -> SampleRuns.round(new Contender(word), 1, 12, 1_000, List.of()));
    }

    /** Returns whether at least half of the places are near a pixel of the colour. */
    private static boolean isPainted(BufferedImage image, double[] colour, double[] card, List<?> places) {
        long painted = places.stream()
                .map(PaintedChartsTest::numbers)
                .filter(place -> isNear(image, colour, card, (int) place[0], (int) place[1]))
                .count();
        return painted > 0 && 2 * painted >= places.size();
    }

    private static boolean isNear(BufferedImage image, double[] colour, double[] card, int x, int y) {
        return IntStream.range(0, 49)
                .mapToObj(i -> new Color(image.getRGB(x + i % 7 - 3, y + i / 7 - 3)))
                .anyMatch(pixel -> isMostly(colour, card, pixel));
    }

    /** Returns whether a pixel is at least 40 % of the colour and else of the card, as the edge of a line is. */
    private static boolean isMostly(double[] colour, double[] card, Color pixel) {
        double[] seen = {pixel.getRed(), pixel.getGreen(), pixel.getBlue()};
        double part =
                product(minus(seen, card), minus(colour, card)) / product(minus(colour, card), minus(colour, card));
        var rest = IntStream.range(0, 3).mapToDouble(i -> seen[i] - card[i] - part * (colour[i] - card[i]));
        return part > 0.4 && rest.map(Math::abs).sum() < 30;
    }

    private static double[] minus(double[] a, double[] b) {
        return IntStream.range(0, 3).mapToDouble(i -> a[i] - b[i]).toArray();
    }

    private static double product(double[] a, double[] b) {
        return IntStream.range(0, 3).mapToDouble(i -> a[i] * b[i]).sum();
    }

    private static double[] numbers(Object list) {
        return ((List<?>) list)
                .stream().mapToDouble(value -> ((Number) value).doubleValue()).toArray();
    }
}
