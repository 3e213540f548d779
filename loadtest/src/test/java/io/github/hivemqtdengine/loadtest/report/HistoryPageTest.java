// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Trend page in a real browser. */
@Tag("full")
class HistoryPageTest extends BrowserTest {

    private static final String DELIVERIES =
            "plots.get(document.querySelector('[data-chart=\"deliveries-per-second\"] .drawing'))";

    @Test
    void shouldDrawAPointForEachRunAndALineForEachModeAndMachine() throws IOException {
        browser.open(history().page());

        assertThat(browser.list(DELIVERIES + ".series.slice(1).map(series => series.label)"))
                .isEqualTo(List.of(
                        "bare broker (A)",
                        "do-nothing interceptor (A)",
                        "extension (A)",
                        "bare broker (B)",
                        "do-nothing interceptor (B)",
                        "extension (B)"));
        assertThat(browser.list(DELIVERIES + ".data.slice(1).map(column => column.filter(isNumber).length)"))
                .isEqualTo(List.of(5L, 5L, 5L, 3L, 3L, 3L));
        browser.assertQuiet();
    }

    @Test
    void shouldLeaveOutSmokeRunsAndSaySo() throws IOException {
        browser.open(history().page());

        assertThat(browser.text("document.body.textContent"))
                .contains("8 runs from", "Smoke runs are left out: 1", "notes.json is not a run");
        assertThat(browser.number("document.querySelectorAll('#runs table:last-of-type tbody tr').length"))
                .isEqualTo(8 + 2);
    }

    @Test
    void shouldShowOneMachine() throws IOException {
        browser.open(history().page());

        browser.eval(
                "(() => { const list = document.querySelectorAll('.filter select')[1]; list.value = MACHINES[1]; list.dispatchEvent(new Event('change')); })()");

        browser.drawAll();
        assertThat(browser.list(DELIVERIES + ".data.slice(1).map(column => column.length)"))
                .isEqualTo(List.of(3L, 3L, 3L));
    }

    @Test
    void shouldNotCallARunPassedThatCouldNotGoOnOrWasStopped() throws IOException {
        var broken = SampleRuns.run(List.of(SampleRuns.outage(), SampleRuns.failed()));
        var stopped = SampleRuns.run(List.of(SampleRuns.outage(), SampleRuns.brokenOff()));
        var whole = SampleRuns.run(List.of(SampleRuns.outage(), SampleRuns.skipped()));
        var entries = Stream.of(broken, stopped, whole)
                .map(run -> new History.Entry("run.json", run))
                .toList();

        browser.open(new History(entries, List.of()).page());

        assertThat(browser.list("[...document.querySelectorAll('#runs .status')].map(e => e.textContent)"))
                .isEqualTo(List.of("failed", "not complete", "passed"));
    }

    @Test
    void shouldWorkWithoutAnyRun() throws IOException {
        browser.open(new History(List.of(), List.of()).page());

        assertThat(browser.text("document.getElementById('page').textContent"))
                .contains("The folder has no run with figures.");
        browser.assertQuiet();
    }

    @Test
    void shouldTakeHostileTextsForTexts() throws IOException {
        var run = SampleRuns.hostile();
        var counted = new History.Entry("</script>.json", SampleRuns.run(run.scenarios()));

        browser.open(new History(List.of(counted), List.of("<b>")).page());

        assertThat(browser.text("typeof window.hacked")).isEqualTo("undefined");
        assertThat(browser.number("document.querySelectorAll('img, #page b').length"))
                .isZero();
        browser.assertQuiet();
    }

    private static History history() {
        var entries = SampleRuns.history().stream()
                .map(run -> new History.Entry("run.json", run))
                .toList();
        return new History(entries, List.of("notes.json is not a run"));
    }
}
