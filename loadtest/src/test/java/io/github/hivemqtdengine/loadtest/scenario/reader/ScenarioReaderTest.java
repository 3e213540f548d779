// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.scenario.Link;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.Threshold;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException.Problem;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioReaderTest {

    @Test
    void shouldTakeNameAndCommentOfTheFile(@TempDir Path folder) throws Exception {
        var file = ScenarioText.write(
                folder, "c9", "\n# Case c9.\n#\n#   It shows größer.\n! Why.\n\nnum_messages = 1\n# not this\n");

        var scenario = ScenarioReader.read(file, Variation.NONE);

        assertThat(scenario.name()).isEqualTo("c9");
        assertThat(scenario.title()).isEqualTo("c9");
        assertThat(scenario.about()).isEqualTo("Case c9.\n\n  It shows größer.\nWhy.");
        assertThat(scenario.settings()).containsExactly(Map.entry("num_messages", "1"));
    }

    @Test
    void shouldReportAllProblemsTogether(@TempDir Path folder) throws Exception {
        var file = ScenarioText.write(
                folder, "bad", "num_publisher = 10\npayload = 7\nx.modes = bare, extention\nx.rat = 5\nfoo = 1\n");

        assertThatThrownBy(() -> ScenarioReader.read(file, Variation.NONE))
                .isInstanceOf(InvalidScenarioException.class)
                .message()
                .satisfies(message -> assertThat(message.lines())
                        .hasSize(5)
                        .anySatisfy(line -> assertThat(line)
                                .startsWith("bad.conf:1 num_publisher \"10\" ")
                                .endsWith("did you mean num_publishers?"))
                        .anySatisfy(line ->
                                assertThat(line).startsWith("bad.conf:2 payload \"7\" must be a whole number from 8"))
                        .anySatisfy(line -> assertThat(line)
                                .startsWith("bad.conf:3 x.modes ")
                                .endsWith("did you mean extension?"))
                        .anySatisfy(line ->
                                assertThat(line).startsWith("bad.conf:4 x.rat ").endsWith("did you mean x.rate?"))
                        .anySatisfy(line -> assertThat(line)
                                .startsWith("bad.conf:5 foo ")
                                .contains("there are broker, broker_port, ")));
    }

    @Test
    void shouldRefuseAKeyThatIsThereTwice() {
        assertThat(ScenarioText.problems("payload = 8\npayload : 9"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.line()).isEqualTo(2);
                    assertThat(problem.rule()).isEqualTo("is there twice, first in line 1");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.threshold.first", "x.threshold.", "x.threshold", "x.published.-1", "x.published.12345"})
    void shouldRefuseNumberedKeysWithoutANumber(String key) {
        assertThat(ScenarioText.problems(key + " = rows-missing extension = 0")).hasSize(1);
    }

    @Test
    void shouldTakeEmptyValuesAsLeftOut() throws Exception {
        var scenario = ScenarioText.read("payload =\nx.rate =\nx.threshold.1 =\nntp =");

        assertThat(scenario.load().only().publishers().payload().bytes()).isEqualTo(20);
        assertThat(scenario.thresholds()).isEmpty();
        assertThat(scenario.settings()).isEmpty();
    }

    @Test
    void shouldReplaceValuesInASmokeRun() throws Exception {
        var text = """
                num_messages = 1000
                x.smoke.num_messages = 10
                x.rate = 500 for 9 s
                x.smoke.x.rate =
                x.rounds = 31
                x.warm_up = 9
                x.threshold.1 = rows-missing extension = 0
                x.threshold.2 = latency-p99-ms extension/do-nothing <= 1.1
                """;

        var full = ScenarioText.read(text, Variation.NONE);
        var smoke = ScenarioText.read(text, Variation.SMOKE);

        assertThat(full.load().only().publishers().pace()).isInstanceOf(Pace.OpenLoop.class);
        assertThat(full.comparison().rounds()).isEqualTo(31);
        assertThat(full.thresholds()).hasSize(2);
        assertThat(smoke.load().only().publishers().pace()).isInstanceOf(Pace.ClosedLoop.class);
        assertThat(smoke.load().only().publishers().messages()).isEqualTo(10);
        assertThat(smoke.comparison().rounds()).isEqualTo(1);
        assertThat(smoke.comparison().warmUp()).isZero();
        assertThat(smoke.load().subscriberTimeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(smoke.thresholds()).extracting(Threshold::comparator).containsExactly(Threshold.Comparator.EQUAL);
    }

    @Test
    void shouldLetSmokeKeysCountMoreThanSmokeDefaults() throws Exception {
        var smoke = ScenarioText.read("x.smoke.x.rounds = 2\nx.smoke.subscriber_timeout = 3", Variation.SMOKE);

        assertThat(smoke.comparison().rounds()).isEqualTo(2);
        assertThat(smoke.load().subscriberTimeout()).isEqualTo(Duration.ofSeconds(3));
    }

    @ParameterizedTest
    @CsvSource({"x.smoke.num_mesages, num_messages", "x.smoke.rate, x.rate", "x.smok.payload, payload"})
    void shouldRefuseUnknownSmokeKeysInAnyRun(String key, String suggestion) {
        var problems = ScenarioText.problems(key + " = 1");

        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.key()).isEqualTo(key);
            assertThat(problem.suggestion()).contains(suggestion);
        });
    }

    @Test
    void shouldLetOverridesCountMost() throws Exception {
        var overrides = new LinkedHashMap<String, String>();
        overrides.put("num_messages", " 5 ");
        overrides.put("x.threshold.1", "");
        overrides.put("x.link", "1 Gbit/s");

        var scenario = ScenarioText.read(
                "num_messages = 1\nx.smoke.num_messages = 2\nx.threshold.1 = rows-missing extension = 0",
                new Variation(true, overrides));

        assertThat(scenario.load().only().publishers().messages()).isEqualTo(5);
        assertThat(scenario.thresholds()).isEmpty();
        assertThat(scenario.link()).contains(new Link(1_000_000_000, 0));
    }

    @Test
    void shouldSayThatAProblemIsOnTheCommandLine() {
        var problems = ScenarioText.problems("", new Variation(false, Map.of("num_mesages", "5", "payload", "x")));

        assertThat(problems)
                .extracting(Problem::sentence)
                .satisfiesExactlyInAnyOrder(
                        unknown -> assertThat(unknown)
                                .startsWith("command line num_mesages \"5\"")
                                .endsWith("did you mean num_messages?"),
                        malformed -> assertThat(malformed).startsWith("command line payload \"x\" must be"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void shouldReadPropertiesAsJavaDoes(long seed, @TempDir Path folder) throws Exception {
        var text = randomProperties(new Random(seed));
        var expected = new Properties();
        expected.load(new StringReader(text));

        var actual = new LinkedHashMap<String, String>();
        PropertiesText.read(ScenarioText.write(folder, "random", text))
                .settings()
                .forEach(setting -> actual.put(setting.key(), setting.value()));

        assertThat(actual.keySet()).isEqualTo(expected.stringPropertyNames());
        actual.forEach((key, value) ->
                assertThat(value).isEqualTo(expected.getProperty(key).strip()));
    }

    private static String randomProperties(Random random) {
        var pieces = new String[] {
            "key", "a", "b.c", " ", "\t", "=", ":", "\\", "\\\\", "\\n", "\\u0041", "\n", "\r\n", "#", "!", "\n# x\n",
            "=1\n"
        };
        var text = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            var piece = pieces[random.nextInt(pieces.length)];
            boolean badEscape = text.length() > 0 && text.charAt(text.length() - 1) == '\\' && piece.startsWith("u");
            text.append(badEscape ? " " : piece);
        }
        return text.toString();
    }

    @Test
    void shouldRefuseABrokenEscape() {
        assertThat(ScenarioText.problems("topic = \\u12")).hasSize(1);
    }
}
