// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.result.Run;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Comparison page in a real browser. */
@Tag("full")
class ComparisonPageTest extends BrowserTest {

    private static final String ROWS =
            "[...document.querySelectorAll('article tbody tr')].map(row => [...row.children].map(e => e.textContent).join('|'))";

    @Test
    void shouldPutRunsSideBySideWithTheDifferenceAndSayWhatIsProven() throws IOException {
        browser.open(page(SampleRuns.rounds(5, 1), SampleRuns.rounds(5, 1.2)));

        assertThat(browser.text("document.querySelector('.statement').className"))
                .isEqualTo("statement bad");
        assertThat(browser.text("document.querySelector('.statement').innerText"))
                .contains(
                        "Worse beyond noise: 1 of ",
                        "A: run-0.json · B: run-1.json",
                        "Modes without the extension differ, too, in 1 of their figures");
        assertThat(browser.text("document.querySelector('#changes').innerText"))
                .contains("Latency, p99, ms", "extension", "worse");
        assertThat(browser.list(ROWS).stream().map(String::valueOf))
                .anyMatch(
                        row -> row.matches("Latency, p99, ms\\|extension\\|.*\\|\\+(1[5-9]|2\\d) % worsep 0\\.0\\d\\d"))
                .anyMatch(row -> row.matches("Rows missing\\|extension\\|0\\|0\\|±0\\.0 % equal"));
        assertThat(browser.text("document.querySelector('[data-chart=\"latency-p99-ms\"]').innerText"))
                .contains("A", "B +");
        browser.assertQuiet();
    }

    @Test
    void shouldFindTheSameLoadWithinNoiseAndTooFewRoundsTooFew() throws IOException {
        browser.open(page(SampleRuns.rounds(5, 1), SampleRuns.rounds(6, 1), SampleRuns.rounds(3, 2)));

        assertThat(browser.text("document.querySelector('.statement').innerText"))
                .contains("No difference beyond noise", "too few rounds to tell");
        assertThat(browser.list(ROWS).stream().map(String::valueOf))
                .anyMatch(row -> row.startsWith("Latency, p99, ms|extension|")
                        && row.contains("within noise")
                        && row.endsWith(" % too few rounds"));
    }

    @Test
    void shouldNotCallRunsEqualThatNoTestCompared() throws IOException {
        browser.open(page(SampleRuns.rounds(1, 1), SampleRuns.rounds(1, 3)));

        assertThat(browser.text("document.querySelector('.statement').innerText"))
                .startsWith("Too few rounds to tell whether the runs differ")
                .doesNotContain("No difference");
        assertThat(browser.text("document.querySelector('.measured, article').innerText"))
                .doesNotContain("1 rounds");
    }

    @Test
    void shouldWarnOfRunsThatSayLittleAboutEachOther() throws IOException {
        var other = new Run(
                SampleRuns.environment(SampleRuns.STARTED, "Intel Core i7-1260P"), true, List.of(SampleRuns.c3()));
        browser.open(page(SampleRuns.suite(), other));

        assertThat(browser.text("document.getElementById('front').innerText"))
                .contains("different machines", "A smoke run");
        assertThat(browser.number("document.querySelectorAll('article').length"))
                .isEqualTo(1);
        browser.open(page(SampleRuns.of(1), SampleRuns.suite()));
        assertThat(browser.text("document.querySelector('.statement').innerText"))
                .contains("No scenario ran in two of these runs");
    }

    @Test
    void shouldFitAPhoneAndSpeakChinese() throws IOException {
        browser.open(page(SampleRuns.suite(), SampleRuns.suite(), SampleRuns.suite()), 390, "dark");

        assertThat(browser.number("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .isZero();
        browser.eval("[language = 'zh', show()]");
        assertThat(browser.text("document.querySelector('h1').textContent")).isEqualTo("负载测试对比");
    }

    @Test
    void shouldTakeHostileTextsForTexts() throws IOException {
        browser.open(page(SampleRuns.hostile(), SampleRuns.hostile()), 390, "light");

        assertThat(browser.text("typeof window.hacked")).isEqualTo("undefined");
        assertThat(browser.number("document.querySelectorAll('img').length")).isZero();
        browser.assertQuiet();
    }

    private static String page(Run... runs) {
        var all = Arrays.asList(runs);
        return RunComparison.of(IntStream.range(0, all.size())
                        .mapToObj(i -> new RunComparison.Entry("run-" + i + ".json", all.get(i)))
                        .toList())
                .page();
    }
}
