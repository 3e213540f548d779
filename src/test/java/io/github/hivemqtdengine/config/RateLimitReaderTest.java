// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.config.xml.Problem;
import io.github.hivemqtdengine.route.RateLimits;
import io.github.hivemqtdengine.route.RateLimits.Rate;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitReaderTest {

    private static final String LIMIT = Sample.XML.substring(
            Sample.XML.indexOf("<rate-limit"), Sample.XML.indexOf("/>", Sample.XML.indexOf("<rate-limit")) + 2);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "1,       1000000000, 1",
        "0.5,     2000000000, 1",
        "0.001,   1000000000000, 1",
        "2.5,     400000000,  3",
        "3,       333333333,  3",
        "1000000, 1000,       1000000"
    })
    void shouldAllowTheMessagesOfOneSecondAtOnceByDefault(String perSecond, long nanos, int burst) {
        var rate = new Rate(Duration.ofNanos(nanos), burst);

        assertThat(limits("<rate-limit overflow='drop-newest' per-second='" + perSecond + "'/>"))
                .isEqualTo(new RateLimits(rate, null, Duration.ZERO));
        assertThat(limits("<rate-limit overflow='drop-newest' client-per-second='" + perSecond + "'/>"))
                .isEqualTo(new RateLimits(null, rate, Duration.ZERO));
    }

    @Test
    void shouldTreatMessagesByDefaultAsIfTheSpoolWereFull() {
        assertThat(limits("<rate-limit per-second='1'/>").longestDelay()).isEqualTo(Duration.ofMillis(2_500));
        assertThat(settings(withoutOverflow("<rate-limit per-second='1'/>")).longestDelay())
                .isEqualTo(Duration.ZERO);
        assertThat(settings(withoutOverflow("<rate-limit per-second='1' overflow='withhold-ack'/>"))
                        .longestDelay())
                .as("durability fsync")
                .isEqualTo(Duration.ofMillis(2_500));
        assertThat(limits("")).isEqualTo(RateLimits.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.0001", "1e3", "12345678", "1,000", "", "ten"})
    void shouldRejectWhatIsNoRate(String perSecond) {
        assertThat(Sample.problems(folder, with("<rate-limit per-second='" + perSecond + "'/>")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.element()).isEqualTo("routes/route/rate-limit@per-second"))
                .satisfies(problem -> assertThat(problem.rule())
                        .isIn("is not a number of messages; write it like 500 or 0.5", "is outside 0.001 to 1000000"));
    }

    @Test
    void shouldRejectWhatHasNoMeaning() {
        assertProblem("<rate-limit/>", "", "needs per-second, client-per-second, or both");
        assertProblem("<rate-limit burst='5' client-per-second='1'/>", "@burst", "has no effect here");
        assertProblem("<rate-limit client-burst='5' per-second='1'/>", "@client-burst", "has no effect here");
        assertProblem("<rate-limit per-second='1' burst='0'/>", "@burst", "is outside 1 to 1000000");
        assertProblem(
                "<rate-limit per-second='1' overflow='drop-oldest'/>",
                "@overflow",
                "is not allowed here; did you mean drop-newest?");
    }

    @Test
    void shouldSayWhatASettingWithoutEffectMeans() {
        var file = Sample.write(folder, with("<rate-limit burst='5' client-per-second='1'/>"));

        assertThatThrownBy(() -> Sample.reader().read(file))
                .hasMessageContaining("has no effect here. Its meaning: "
                        + Routes.BURST.doc().english().replace("`", ""));
    }

    @Test
    void shouldRejectWithheldAcknowledgementsWhereNoneWait() {
        var xml = withoutOverflow("<rate-limit per-second='1' overflow='withhold-ack'/>")
                .replace("<durability>fsync</durability>", "")
                .replace("<acknowledge>on-commit</acknowledge>", "")
                .replaceAll("<ack-hold[^>]*/>", "");

        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple(
                        "routes/route/rate-limit@overflow",
                        "has a meaning only where acknowledgements wait: with durability fsync, acknowledge on-commit"
                                + " or <overflow>withhold-ack</overflow>"));
        assertOnlyProblem(
                with("<rate-limit per-second='1' overflow='withhold-ack'/>")
                        .replace("<source>publishes", "<source>last-wills"),
                "routes/route/rate-limit@overflow",
                "has a meaning with the source publishes only, whose messages are acknowledged");
    }

    @Test
    void shouldAskForATreatmentIfTheOldestMessagesAreDroppedElsewhere() {
        var oldest = with("<rate-limit per-second='1'/>")
                .replace("<overflow>withhold-ack", "<overflow>drop-oldest")
                .replace("<group-property>line</group-property>", "");

        assertOnlyProblem(
                oldest,
                "routes/route/rate-limit",
                "needs overflow=\"drop-newest\": dropping the oldest messages, as"
                        + " <overflow>drop-oldest</overflow> does, lowers no rate");
        assertThat(settings(oldest.replace("per-second", "overflow='drop-newest' per-second"))
                        .longestDelay())
                .isZero();
    }

    private void assertProblem(String limit, String attribute, String rule) {
        assertOnlyProblem(with(limit), "routes/route/rate-limit" + attribute, rule);
    }

    private void assertOnlyProblem(String xml, String element, String rule) {
        assertThat(Sample.problems(folder, xml))
                .extracting(Problem::element, Problem::rule)
                .containsExactly(tuple(element, rule));
    }

    private RateLimits limits(String limit) {
        return settings(with(limit));
    }

    private RateLimits settings(String xml) {
        return Sample.settings(folder, xml).routes().get(0).rateLimits();
    }

    private static String with(String limit) {
        return Sample.with(LIMIT, limit);
    }

    private static String withoutOverflow(String limit) {
        return with(limit).replace("<overflow>withhold-ack</overflow>", "");
    }
}
