// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** First screen of the report page in a real browser. */
@Tag("full")
class FirstScreenTest extends BrowserTest {

    private static final String STATEMENT = "document.querySelector('.statement')";
    private static final String CARDS =
            "[...document.querySelectorAll('.cards .tile')].map(e => [...e.children].map(part => part.textContent).join('|'))";

    @Test
    void shouldSayInGreenWhatWasPromisedAndKept() throws IOException {
        browser.open(page(SampleRuns.outage()));

        assertThat(browser.text(STATEMENT + ".innerText"))
                .contains("The promise was kept", "Rows missing (extension): promised none, measured 0.");
        assertThat(browser.text("getComputedStyle(" + STATEMENT + ").backgroundColor"))
                .isEqualTo("rgb(23, 105, 63)");
    }

    @Test
    void shouldSayInRedWhatWasMissedAndWhyItMatters() throws IOException {
        browser.open(page(SampleRuns.c3()));

        assertThat(browser.text(STATEMENT + ".innerText"))
                .contains(
                        "1 of 3 promises not kept",
                        "Latency, p99 (extension): promised at most 1.1 × that of the do-nothing interceptor, measured × 1.16.",
                        "Subscribers wait longer for their messages.");
        assertThat(browser.text("getComputedStyle(" + STATEMENT + ").backgroundColor"))
                .isEqualTo("rgb(168, 32, 32)");
    }

    @Test
    void shouldNotCallARunKeptThatIsNotCompleteOrFailedOrPromisedNothing() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.run(
                List.of(SampleRuns.outage(), SampleRuns.failed(), SampleRuns.connections(), SampleRuns.skipped()))));

        assertThat(browser.list("DATA.scenarios.map(scenario => statementOf([scenario]).kind)"))
                .isEqualTo(List.of("good", "bad", "quiet", "quiet"));
        assertThat(browser.text(STATEMENT + ".innerText"))
                .contains("The test could not be completed", "c1: It could not go on", "Skipped: s0-avro.");
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.outage(), SampleRuns.brokenOff()))));
        assertThat(browser.text(STATEMENT + ".innerText"))
                .contains("The test is not complete", "Not all rounds ran: steady-plant.");
        browser.open(HtmlReport.page(SampleRuns.of(0)));
        assertThat(browser.text(STATEMENT + ".className")).isEqualTo("statement warn");
    }

    @Test
    void shouldShowFiveFiguresOfAScenario() throws IOException {
        browser.open(page(SampleRuns.c3()));

        var cards = browser.list(CARDS);
        assertThat(cards).hasSize(5);
        assertThat(cards.get(0).toString()).matches("Deliveries\\|[\\d,]+ msg/s\\|do-nothing interceptor: .*");
        assertThat(cards.get(1).toString())
                .matches("Subscribers’ latency, p99\\|[\\d.]+ ms\\|do-nothing interceptor: [\\d.]+ \\(× 1\\.\\d\\d\\)");
        assertThat(cards.get(2).toString()).startsWith("Rows missing|0|of ");
        assertThat(cards.get(3).toString()).startsWith("Rows duplicated|0|of ");
        assertThat(cards.get(4).toString()).startsWith("Broker CPU per message|× 1.0");
    }

    @Test
    void shouldSumUpAllScenariosAndShowOneOnDemand() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));
        assertThat(browser.text(STATEMENT + ".innerText"))
                .contains("2 of 5 promises not kept", "c3: Latency, p99", "arrays: Rows stored");
        assertThat(browser.list(CARDS)).hasSize(5);
        assertThat(browser.text("document.querySelectorAll('#front .chart .reference').length > 0"))
                .as("the value of the baseline")
                .isEqualTo("true");

        browser.eval(
                "(() => { const list = document.querySelector('header.top select'); list.value = '1'; list.dispatchEvent(new Event('change')); })()");

        assertThat(browser.text(STATEMENT + ".innerText"))
                .contains("The promise was kept", "The database stops for three minutes");
        browser.drawAll();
        assertThat(browser.text("document.querySelector('#front canvas').getAttribute('aria-label')"))
                .contains("Rows stored against messages sent", "database stopped, from second 150 to 330");
    }

    @Test
    void shouldNameTheOnlyScenarioOfARatio() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.c3(), SampleRuns.skipped()))));

        assertThat(browser.list(CARDS).stream().map(String::valueOf))
                .anyMatch(card -> card.matches("Subscribers’ latency, p99\\|× [\\d.]+\\|of do-nothing, in c3"));
    }

    /** The description of a scenario is wrapped at the width of the window, not at that of its file. */
    @Test
    void shouldJoinTheLinesOfAParagraph() throws IOException {
        browser.open(page(SampleRuns.c3()));

        assertThat(browser.text("unwrapped('one\\ntwo\\n\\nthree\\n- four\\n- five')"))
                .isEqualTo("one two\n\nthree\n- four\n- five");
    }

    @Test
    void shouldFitAWindowOf1280By800() throws IOException {
        var missed = List.of(
                new Verdict("latency-p99-ms extension/do-nothing <= 1.1", Figure.LATENCY_P99_MS, 1.4, 1.3, 1.5, false),
                new Verdict("rows-missing extension = 0", Figure.ROWS_MISSING, 12.0, 0.0, 12.0, false),
                new Verdict(
                        "acknowledgement-p99-ms extension <= 5", Figure.ACKNOWLEDGEMENT_P99_MS, 9.0, 8.0, 9.9, false),
                new Verdict("deliveries-lost extension = 0", Figure.DELIVERIES_LOST, 1.0, 0.0, 1.0, false),
                new Verdict("rows-late extension = 0", Figure.ROWS_LATE, 0.0, 0.0, 0.0, true, 0.3));
        for (var run : List.of(
                SampleRuns.suite(),
                SampleRuns.of(30),
                SampleRuns.run(List.of(SampleRuns.c3())),
                SampleRuns.run(List.of(SampleRuns.variants())),
                SampleRuns.run(List.of(SampleRuns.connections())),
                SampleRuns.run(List.of(with(SampleRuns.outage(), missed))))) {
            for (var language : List.of("en", "zh")) {
                browser.open(HtmlReport.page(run), 1_280, "light");
                browser.eval("[language = '" + language + "', show()]");
                browser.drawAll();

                assertThat(browser.number("Math.ceil(document.getElementById('front').getBoundingClientRect().bottom)"))
                        .as(run.scenarios().size() + " "
                                + run.scenarios().get(0).name() + " " + language)
                        .isLessThanOrEqualTo(800);
            }
        }
        browser.assertQuiet();
    }

    @Test
    void shouldBeReachableByKeyboard() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()));

        assertThat(browser.tabbed(4)).containsExactly("SELECT", "BUTTON#language", "A#details", "INPUT#search");
        browser.eval("document.querySelector('#scenario-0 .u-legend [role=button]').focus()");
        browser.press(" ");
        browser.await(
                "document.querySelector('#scenario-0 .u-legend [role=button]').getAttribute('aria-pressed') === 'false'");
        assertThat(browser.text("plots.get(document.querySelector('#scenario-0 .drawing')).series[1].show"))
                .isEqualTo("false");
    }

    @Test
    void shouldGiveAReasonForEveryFigure() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.of(0)));

        assertThat(browser.list("Object.keys(WORDS.figures).filter(figure => reasonOf(figure) === '')"))
                .isEmpty();
        assertThat(browser.text("promiseText({ threshold: 'latency-p99-ms extension - do-nothing <= 1.5', figure: "
                        + "'latency-p99-ms', value: 2.25 })"))
                .isEqualTo(
                        "Latency, p99 (extension): promised at most 1.5 ms more than the do-nothing interceptor, measured 2.25 ms.");
        assertThat(browser.text("promiseText({ threshold: 'nonsense', figure: 'sent', value: null })"))
                .isEqualTo("nonsense, never measured.");
    }

    @Test
    void shouldDateARunThatContinuedAnEarlierOneByItsScenarios() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.resumed()));

        assertThat(browser.text("document.querySelector('header.top').textContent"))
                .contains(
                        "Taken from 2026-03-01 08:01 UTC to 2026-03-08 08:01 UTC, the last part with extension 0.1.0");
        assertThat(browser.list("[...document.querySelectorAll('article .measured')].map(e => e.textContent)"))
                .isEqualTo(List.of(
                        "Measured 2026-03-01 08:01 UTC to 2026-03-01 08:03 UTC", "Measured 2026-03-08 08:01 UTC"));
        assertThat(
                        browser.list(
                                "[...document.querySelectorAll('table.overview tbody tr')].map(row => row.children[1].textContent)"))
                .isEqualTo(List.of("2026-03-01 08:01 UTC", "2026-03-08 08:01 UTC"));
    }

    private static String page(ScenarioResult scenario) {
        return HtmlReport.page(SampleRuns.run(List.of(scenario)));
    }

    private static ScenarioResult with(ScenarioResult scenario, List<Verdict> verdicts) {
        return new ScenarioResult(
                scenario.name(),
                scenario.title(),
                scenario.about(),
                scenario.settings(),
                scenario.published(),
                scenario.rounds(),
                verdicts,
                scenario.skipped(),
                scenario.failure(),
                scenario.complete());
    }
}
