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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                .contains("The promise was kept", "Rows missing (extension): promised none, measured 0 of 1,307,773.");
        assertThat(browser.text("getComputedStyle(" + STATEMENT + ").backgroundColor"))
                .isEqualTo("rgb(23, 105, 63)");
    }

    @Test
    void shouldSayInRedWhatWasMissedAndWhyItMatters() throws IOException {
        browser.open(page(SampleRuns.c3()));

        assertThat(browser.text(STATEMENT + ".innerText"))
                .contains(
                        "1 of 3 promises not kept",
                        "Latency, p99 (extension): promised at most 1.1 × that of the do-nothing interceptor, measured × 1.16 (× 1.08 to × 1.21; 20.54 ms beside 19.70 ms).",
                        "Subscribers wait longer for their messages.");
        assertThat(browser.text("getComputedStyle(" + STATEMENT + ").backgroundColor"))
                .isEqualTo("rgb(168, 32, 32)");
    }

    @Test
    void shouldShowWhatACountIsAPartOfAndNoTimeBelowItsResolution() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.coarse()))));

        assertThat(browser.text(STATEMENT + ".innerText"))
                .contains(
                        "The result does not count",
                        "extension, round 1: 196,854 of 1,000,000 messages were sent",
                        "measured < 100,000 ms")
                .doesNotContain("It could not go on");
        assertThat(browser.text("document.getElementById('page').textContent"))
                .contains("393,708 of 2,000,000", "196,854 of 1,000,000", "205 of 400", "< 100,000")
                .doesNotContain("60,000");
        browser.assertQuiet();
    }

    @Test
    void shouldSayInAmberWhatIsUndecidedAndWhatDecidesIt() throws IOException {
        var verdicts = List.of(
                new Verdict("rows-missing extension = 0", Figure.ROWS_MISSING, 0.0, 0.0, 0.0, true),
                new Verdict(
                        "latency-p99-ms extension/do-nothing <= 1.1",
                        Figure.LATENCY_P99_MS,
                        1.08,
                        0.9,
                        1.2,
                        true,
                        0.3,
                        1.23),
                new Verdict("broker-cpu-us extension <= 20", Figure.BROKER_CPU_US, 14.0, 14.0, 14.0, true, 0.5, null));
        browser.open(page(with(SampleRuns.outage(), verdicts)));

        assertThat(browser.text(STATEMENT + ".innerText"))
                .contains(
                        "1 of 3 promises kept, 2 undecided",
                        "Undecided. These rounds prove a miss from × 1.23; more rounds (--rounds) prove it earlier.",
                        "Undecided. Take 5 rounds or more (--rounds 5).",
                        "Rows missing");
        assertThat(browser.text(STATEMENT + ".className")).isEqualTo("statement warn");
        assertThat(browser.text("document.querySelector('main .tiles').textContent"))
                .contains("Thresholds met1 of 3 (2 undecided)");
        assertThat(browser.list("[...document.querySelectorAll('article .status')].map(e => e.textContent)"))
                .isEqualTo(List.of("undecided", "undecided", "undecided", "met"));
    }

    @Test
    void shouldWarnAboveTheVerdictIfTheLoaderWasTheLimit() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.c3(), SampleRuns.limitedByTheLoader()))));

        assertThat(browser.text(STATEMENT + ".previousElementSibling.innerText"))
                .isEqualTo(
                        "The loader was the limit in 1 of 11 rounds (outage), highest: CPU of the loader's busiest event"
                                + " loop: 97 %, Planned messages that the loader sent late, p99: 12.50 ms. Latencies and rates are"
                                + " partly its own: use a larger machine, or several (--agents).");
        assertThat(browser.list(
                        "[...document.querySelectorAll('article')].map(e => e.querySelectorAll('.loader').length)"))
                .isEqualTo(List.of(0L, 1L));
        browser.assertQuiet();
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
        assertThat(cards.get(0).toString())
                .matches("Deliveries\\|[\\d,]+ msg/s\\|[\\d,]+ to [\\d,]+; do-nothing interceptor: .*");
        assertThat(cards.get(1).toString())
                .matches(
                        "Subscribers’ latency, p99\\|[\\d.]+ ms\\|[\\d.]+ to [\\d.]+; do-nothing interceptor: [\\d.]+ \\(× 1\\.\\d\\d\\)");
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
                .anyMatch(card -> card.matches(
                        "Subscribers’ latency, p99\\|× [\\d.]+\\|of do-nothing, in c3: [\\d.]+ ms beside [\\d.]+ ms"));
    }

    /** A median of 0 hides the round that lost something. */
    @Test
    void shouldCountWhatAMissedPromiseLostInAllRounds() throws IOException {
        var lossy = SampleRuns.losing(SampleRuns.outage(), 7);
        var verdict = new Verdict("deliveries-lost extension = 0", Figure.DELIVERIES_LOST, 0.0, 0.0, 7.0, false);
        browser.open(page(with(lossy, List.of(verdict))));

        var of = browser.text("number(sumOf(DATA.scenarios, 'deliveries', mode => mode === 'extension') + 7)");
        assertThat(browser.text(STATEMENT + ".innerText"))
                .contains("Lost deliveries (extension): promised none, measured 7 of " + of + ".");
        assertThat(browser.text(
                        "[...document.querySelectorAll('main .tile')].at(-1).querySelector('dd.bad').textContent"))
                .isEqualTo("7 of " + of);
    }

    @Test
    void shouldCountPromisedDeliveriesApartFromOthersThatWereLost() throws IOException {
        var none = new Verdict("deliveries-lost extension = 0", Figure.DELIVERIES_LOST, 0.0, 0.0, 0.0, true);
        var kept = with(SampleRuns.outage(), List.of(none));
        var slow =
                with(SampleRuns.losing(SampleRuns.renamed(SampleRuns.outage(), "slow-subscriber"), 118_882), List.of());
        browser.open(HtmlReport.page(SampleRuns.run(List.of(kept, slow))));

        var of = browser.text("number(sumOf([DATA.scenarios[0]], 'deliveries', mode => mode === 'extension'))");
        assertThat(browser.text(STATEMENT + ".innerText")).contains("Lost deliveries: 0 of " + of);
        assertThat(browser.text("[...document.querySelectorAll('main .tile')].at(-1).innerText"))
                .matches("(?s)Deliveries lost\\s+0 of " + of
                        + "\\s+where no loss is promised; elsewhere 118,882 of [\\d,]+: slow-subscriber");
        assertThat(browser.number("document.querySelectorAll('.tile .bad').length"))
                .isZero();
    }

    @Test
    void shouldNameTheHighestRatioAndWhatItCompares() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.run(List.of(SampleRuns.c3(), SampleRuns.outage()))));

        assertThat(browser.list(CARDS).stream().map(String::valueOf))
                .anyMatch(card -> card.matches("Broker CPU per message\\|× [\\d.]+\\|of do-nothing; "
                        + "highest × [\\d.]+ in (c3|outage): [\\d.]+ us beside [\\d.]+ us"));
        assertThat(browser.list("[...document.querySelectorAll('.front-chart li')].map(e => e.textContent)").stream()
                        .map(String::valueOf))
                .hasSize(2)
                .allMatch(bar -> bar.matches("(c3|outage): [\\d.]+ ms beside [\\d.]+ ms [01]\\.\\d\\d.*"));
    }

    /** The number of rows of a message explains why it costs a multiple of one that is not stored. */
    @Test
    void shouldSayHowManyRowsAMessageHas() throws IOException {
        browser.open(page(SampleRuns.outage()));

        browser.eval("DATA.scenarios[0].rounds.forEach(round => round.figures['rows-expected'] *= 775)");
        assertThat(browser.text("comparedText(DATA.scenarios[0], 'broker-cpu-us')"))
                .endsWith(" us; 775 rows a message");
    }

    @Test
    void shouldSayThatTheMachineWasBusy() throws IOException {
        browser.open(page(SampleRuns.outage()));
        assertThat(browser.text(STATEMENT + ".innerText")).doesNotContain("busy");

        browser.eval("[DATA.environment.load = '5.11 4.25 4.67', show()]");

        assertThat(browser.text(STATEMENT + ".innerText"))
                .contains("The machine was busy when the run began: load average 5.11 4.25 4.67 on 2 cores.");
    }

    @Test
    void shouldNotRepeatTheNameInTheTitle() throws IOException {
        browser.open(page(SampleRuns.outage()));

        assertThat(browser.list(
                        "[['c5-raw', 'c5, raw: as they are'], ['paced-2000', 'paced: 2,000'], ['x', 'no colon']]"
                                + ".map(([name, title]) => titleOf({ name, title }))"))
                .isEqualTo(List.of("As they are", "paced: 2,000", "no colon"));
        browser.eval("[DATA.scenarios[0].title = 'outage: the database is away', show()]");
        assertThat(browser.text("document.querySelector('article h2').textContent"))
                .isEqualTo("outage The database is away");
    }

    @Test
    void shouldOpenTheScenarioAndTheLanguageOfTheAddress() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.of(30)));
        var isShown =
                "(top => top > 0 && top < 200)(document.getElementById('scenario-20').getBoundingClientRect().top)";

        browser.openAt("?lang=zh#case-20");

        browser.await(isShown + " && document.querySelectorAll('canvas').length > 0");
        assertThat(browser.text("document.querySelector('h1').textContent")).isEqualTo("负载测试报告");

        browser.eval("[filter.word = 'case-3', applyFilter(), location.hash = '']");
        browser.eval("location.hash = '#case-20'");

        browser.await("filter.word === '' && " + isShown);
        assertThat(
                        browser.list(
                                "[...document.querySelectorAll('table.overview a, article h2 a')].map(e => e.getAttribute('href'))"))
                .hasSize(60)
                .asString()
                .contains("#case-0, ", "#case-29");
        browser.eval("document.getElementById('language').click()");
        assertThat(browser.text("location.search + location.hash")).isEqualTo("?lang=en#case-20");
    }

    @ParameterizedTest
    @ValueSource(ints = {390, 1_280})
    void shouldNotSqueezeTheHeader(int width) throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()), width, "light");

        assertThat(browser.fraction(
                        "document.querySelector('.top p').clientWidth / document.querySelector('.top').clientWidth"))
                .isGreaterThan(0.95);
        assertThat(browser.number("document.querySelector('.top h1').clientHeight"))
                .isLessThan(40);
    }

    @Test
    void shouldShadeTheSideAtWhichATableGoesOn() throws IOException {
        browser.open(HtmlReport.page(SampleRuns.suite()), 390, "light");
        browser.eval("document.querySelector('table.overview').scrollIntoView()");

        assertThat(isShaded("left + 1")).isFalse();
        assertThat(isShaded("right - 2")).isTrue();
        browser.eval("document.querySelector('table.overview').parentElement.scrollLeft = 9999");
        assertThat(isShaded("left + 1")).isTrue();
        assertThat(isShaded("right - 2")).isFalse();
    }

    /** Returns whether the box of the overview is darker than the card at a place. */
    private boolean isShaded(String place) throws IOException {
        var box = browser.list("(({ left, right, top }) => [" + place
                + ", top + 3])(document.querySelector('table.overview').parentElement.getBoundingClientRect())");
        var pixel = browser.screenshot().getRGB(((Number) box.get(0)).intValue(), ((Number) box.get(1)).intValue());
        return (pixel & 0xFF) < 230;
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
                new Verdict("rows-late extension = 0", Figure.ROWS_LATE, 0.0, 0.0, 0.0, true, 0.3, 1.0));
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
                        + "'latency-p99-ms', value: 2.25 }, { rounds: [] })"))
                .isEqualTo(
                        "Latency, p99 (extension): promised at most 1.5 ms more than the do-nothing interceptor, measured 2.25 ms.");
        assertThat(browser.text("promiseText({ threshold: 'nonsense', figure: 'sent', value: null }, { rounds: [] })"))
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
