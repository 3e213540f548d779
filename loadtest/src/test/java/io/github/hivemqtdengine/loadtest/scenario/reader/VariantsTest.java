// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Threshold;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantsTest {

    private static final Contender FEW = new Contender("few");
    private static final Contender MANY = new Contender("many");
    private static final String TWO = """
            num_messages = 1000
            x.late = 5 s
            x.delivery = <lanes>2</lanes>
            x.variant.few.x.delivery = <lanes>1</lanes>
            x.variant.many.x.delivery = <lanes>8</lanes>
            x.variant.many.num_messages = 4000
            x.modes = do-nothing, extension, few, many
            """;

    @Test
    void shouldLetAVariantDifferInItsOwnKeysOnly() throws Exception {
        var scenario = ScenarioText.read(TWO);

        assertThat(scenario.comparison().contenders())
                .containsExactly(Contenders.DO_NOTHING, Contenders.EXTENSION, FEW, MANY);
        assertThat(scenario.comparison().contenders())
                .extracting(
                        contender -> scenario.as(contender).storage().delivery(),
                        contender -> scenario.as(contender)
                                .load()
                                .only()
                                .publishers()
                                .messages(),
                        contender -> scenario.as(contender).storage().late())
                .containsExactly(
                        tuple("<lanes>2</lanes>", 1000, Duration.ofSeconds(5)),
                        tuple("<lanes>2</lanes>", 1000, Duration.ofSeconds(5)),
                        tuple("<lanes>1</lanes>", 1000, Duration.ofSeconds(5)),
                        tuple("<lanes>8</lanes>", 4000, Duration.ofSeconds(5)));
    }

    @Test
    void shouldRunTheExtension() {
        assertThat(FEW.mode()).isEqualTo(Mode.EXTENSION);
        assertThat(FEW.isVariant()).isTrue();
        assertThat(FEW.title()).isEqualTo("few");
        assertThat(Contenders.OUTAGE.isVariant()).isFalse();
        assertThat(Contenders.OUTAGE.title()).isEqualTo("extension, database away");
    }

    @Test
    void shouldCompareVariants() throws Exception {
        var scenario = ScenarioText.read(TWO + "x.threshold.1 = rows-per-second many/few >= 2\n");

        assertThat(scenario.thresholds())
                .containsExactly(new Threshold(
                        Figure.ROWS_PER_SECOND, MANY, Optional.of(FEW), Threshold.Comparator.AT_LEAST, 2));
    }

    @Test
    void shouldStandInTheReportAsWritten() throws Exception {
        var scenario = ScenarioText.read(TWO + "user_name = me\nx.variant.many.password = secret\n");

        assertThat(scenario.settings())
                .containsEntry("x.variant.many.num_messages", "4000")
                .containsEntry("x.variant.few.x.delivery", "<lanes>1</lanes>")
                .containsEntry("x.variant.many.password", "***");
        assertThat(scenario.as(MANY).settings())
                .as("what mqttloader is told")
                .containsEntry("num_messages", "4000")
                .containsEntry("x.delivery", "<lanes>8</lanes>")
                .containsEntry("password", "***")
                .doesNotContainKey("x.variant.many.num_messages");
    }

    @Test
    void shouldReplaceAVariantsValueInASmokeRunAndOnTheCommandLine() throws Exception {
        var text = TWO + "x.smoke.x.variant.many.num_messages = 40\n";

        assertThat(messages(text, Variation.SMOKE)).isEqualTo(40);
        assertThat(messages(text, new Variation(true, Map.of("x.variant.many.num_messages", "7"))))
                .isEqualTo(7);
        assertThat(messages(text, new Variation(false, Map.of("x.variant.many.num_messages", ""))))
                .as("without a value the scenario's is taken away")
                .isEqualTo(100);
    }

    private static int messages(String text, Variation variation) throws InvalidScenarioException {
        return ScenarioText.read(text, variation)
                .as(MANY)
                .load()
                .only()
                .publishers()
                .messages();
    }

    @Test
    void shouldNeedNoVariantsWhereOtherModesAreWanted() throws Exception {
        var scenario = ScenarioText.read(TWO, new Variation(false, Map.of("x.modes", "bare")));

        assertThat(scenario.comparison().contenders()).containsExactly(Contenders.BARE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.variant.few.x.rounds = 3 | must be the same for all variants",
                "x.variant.few.x.fresh_broker = true | must be the same for all variants",
                "x.variant.few.x.threshold.1 = sent few = 1 | must be the same for all variants",
                "x.variant.bare.num_messages = 3 | is of a variant with the name of a mode",
                "x.variant.other.num_messages = 3 | is of a variant that x.modes has not",
                "x.variant.few.num_mesages = 3 | has an unknown key",
                "x.variant.Few.num_messages = 3 | has an unknown key",
                "x.variant.few.num_messages = x | must be a whole number",
                "x.threshold.1 = sent fw = 1 | which is neither a mode nor a variant",
            })
    void shouldRefuseWhatMakesNoSense(String line, String rule) {
        assertThat(ScenarioText.problems(TWO + line + "\n"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.rule()).contains(rule))
                .satisfies(problem -> assertThat(problem.line()).isEqualTo(8));
    }

    @Test
    void shouldFindWhatIsWrongWithAllOnce() {
        assertThat(ScenarioText.problems(TWO + "qos_publisher = 3\n")).hasSize(1);
    }
}
