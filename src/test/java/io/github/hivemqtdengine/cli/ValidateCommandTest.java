// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValidateCommandTest {

    @TempDir
    private Path home;

    @Test
    void shouldSayInOneLineWhatIsThere() {
        var result = Terminal.with(home, Terminal.CONFIGURATION).run("validate");

        assertThat(result.code()).isZero();
        assertThat(result.out().lines())
                .singleElement()
                .asString()
                .endsWith("config.xml is valid: 1 database (plant), 2 routes (meters, wills)");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void shouldPrintEveryProblemWithItsLine() {
        var broken = Terminal.CONFIGURATION
                .replace("type=\"INT\"", "type=\"INTEGER\"")
                .replace("${payload:/v}", "${payload:v}");

        var result = Terminal.with(home, broken).run("validate");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out().lines())
                .hasSize(2)
                .allMatch(line -> line.matches("config\\.xml:\\d+ <routes/route/table/column@(type|value)> .+"));
    }

    @Test
    void shouldTakeTheFileAsAnArgument() {
        var terminal = new Terminal(home);
        var file = terminal.write("other.xml", Terminal.CONFIGURATION).toString();

        assertThat(terminal.run("validate", file).out()).contains("other.xml is valid");
        assertThat(terminal.run("explain", file, "--topic", "site/b/meter/7").out())
                .contains("Route meters: wants it");
        assertThat(terminal.run("validate", home.toString()).err())
                .contains(home + " is a folder; give its config.xml");
        assertThat(terminal.run("validate", "nosuch.xml").err()).contains("nosuch.xml does not exist");
        var twice = terminal.run("validate", file, "--config", file);
        assertThat(twice.code()).isEqualTo(2);
        assertThat(twice.err()).contains("The configuration is named twice");
    }

    @Test
    void shouldHelpAsACommandAndCompleteInAShell() {
        var terminal = new Terminal(home);

        assertThat(terminal.run("help", "validate").out()).contains("Usage: hivemq-tdengine validate");
        assertThat(terminal.run("generate-completion").out()).contains("complete -F");
    }

    @Test
    void shouldCheckADraftInPlaceOfTheFile() {
        var terminal = Terminal.with(home, "<not a configuration");

        assertThat(terminal.reading(Terminal.CONFIGURATION)
                        .run("validate", "--draft")
                        .out())
                .contains("is valid: 1 database");
        assertThat(terminal.reading("<hivemq-tdengine-extension>\n<x/>")
                        .run("validate", "--draft")
                        .out())
                .startsWith("config.xml:2 ");
    }

    /** Files that a draft includes are those beside its file. */
    @Test
    void shouldReadTheFilesThatADraftIncludes() {
        var terminal = new Terminal(home);
        int begin = Terminal.CONFIGURATION.indexOf("<route>");
        int end = Terminal.CONFIGURATION.indexOf("</routes>");
        terminal.write("conf/more/plant.xml", "<routes>" + Terminal.CONFIGURATION.substring(begin, end) + "</routes>");
        var draft = Terminal.CONFIGURATION.substring(0, begin) + "<include>more/*.xml</include>"
                + Terminal.CONFIGURATION.substring(end);

        assertThat(terminal.reading(draft).run("validate", "--draft").out()).contains("2 routes (meters, wills)");
    }

    @Test
    void shouldAnswerInJson() {
        var result = Terminal.with(home, Terminal.CONFIGURATION.replace("type=\"INT\"", "type=\"INTEGER\""))
                .run("validate", "--json");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.json()).containsEntry("valid", false);
        assertThat(result.json().get("problems"))
                .asInstanceOf(LIST)
                .singleElement()
                .isInstanceOfSatisfying(Map.class, problem -> {
                    assertThat(problem.get("element")).isEqualTo("routes/route/table/column@type");
                    assertThat(problem.get("value")).isEqualTo("INTEGER");
                    assertThat(problem.get("line")).isInstanceOf(Long.class);
                });
    }

    @Test
    void shouldAnswerInJsonWhereNothingIsWrong() {
        var result = Terminal.with(home, Terminal.CONFIGURATION).run("validate", "--json");

        assertThat(result.json())
                .containsEntry("valid", true)
                .hasEntrySatisfying(
                        "routes",
                        routes -> assertThat(routes).asInstanceOf(LIST).hasSize(2));
    }

    @Test
    void shouldReadTheFileThatIsNamed() {
        var terminal = new Terminal(home);
        var file = terminal.write("another one.xml", Terminal.CONFIGURATION);

        assertThat(terminal.run("validate").code()).isEqualTo(2);
        assertThat(terminal.run("validate", "--config", file.toString()).code()).isZero();
    }

    @Test
    void shouldSayWhenThereIsNoFile() {
        var result = new Terminal(home).run("validate");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains(
                        home.resolve("conf/config.xml") + " does not exist",
                        "say which configuration with --config FILE");
    }

    @Test
    void shouldEndWithTwoWhereTheUsageIsWrong() {
        var terminal = Terminal.with(home, Terminal.CONFIGURATION);

        assertThat(terminal.run("validate", "--nonsense").code()).isEqualTo(2);
        assertThat(terminal.run().code()).isEqualTo(2);
        assertThat(terminal.run("ddl", "--database", "nowhere"))
                .satisfies(result -> assertThat(result.code()).isEqualTo(2))
                .satisfies(result -> assertThat(result.err()).contains("no <database> with the id nowhere", "plant"));
    }

    @Test
    void shouldSayWhereMoreIsSaid() {
        var terminal = new Terminal(home);

        assertThat(terminal.run("explain").err()).isEqualToNormalizingNewlines("""
                        Missing required option: '--topic=T'
                        hivemq-tdengine explain --help says more
                        """);
        assertThat(terminal.run("explian").err())
                .contains("explian", "Did you mean", "hivemq-tdengine --help says more")
                .doesNotContain("Exit codes");
        assertThat(terminal.run().err()).contains("Commands:", "Exit codes:");
    }

    /** Commands that connect to nothing need no secret; what the broker would lack is a note. */
    @ParameterizedTest
    @ValueSource(strings = {"validate", "ddl", "explain --topic site/b1/meter/7 --text {\"t\":1767225600123,\"v\":1}"})
    void shouldNeedNoSecrets(String command) {
        var terminal = Terminal.with(
                home,
                Terminal.CONFIGURATION
                        .replace("s3cret", "${FILE:no-password}")
                        .replace("root", "${ENV:NO_SUCH_USER}")
                        .replace("//localhost:6041", "//${ENV:NO_SUCH_HOST}:${ENV:NO_SUCH_PORT}")
                        .replace("factory", "${ENV:NO_SUCH_NAME}")
                        .replace("<precision>ms", "<precision>${ENV:NO_SUCH_PRECISION}")
                        .replace("VARCHAR(8)", "VARCHAR(${ENV:NO_SUCH_LENGTH})")
                        .replace("default=\"0\"", "default=\"${ENV:NO_SUCH_DEFAULT}\""));

        var result = terminal.run(command.split(" "));

        assertThat(result.code()).as(result.out() + result.err()).isZero();
        assertThat(result.err().lines())
                .hasSize(8)
                .allMatch(line -> line.endsWith("; the broker needs it"))
                .anyMatch(line ->
                        line.startsWith("config.xml:6 <databases/database/username> \"${ENV:NO_SUCH_USER}\" names"
                                + " an environment variable that is not set"))
                .anyMatch(line -> line.contains("\"${FILE:no-password}\" names a file that can't be read"));
        assertThat(terminal.run("validate", "--strict"))
                .satisfies(strict -> assertThat(strict.code()).isEqualTo(1))
                .satisfies(strict -> assertThat(strict.out()).contains("NO_SUCH_USER", "NO_SUCH_PORT", "no-password"));
        assertThat(terminal.run("doctor").code()).isEqualTo(1);
    }

    @Test
    void shouldNameAMissingVariableThatNoPlaceholderCanReplace() {
        var result = Terminal.with(
                        home, Terminal.CONFIGURATION.replace("format=\"json\"", "format=\"${ENV:NO_SUCH_FORMAT}\""))
                .run("validate");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("\"${ENV:NO_SUCH_FORMAT}\" names an environment variable that is not set");
        assertThat(result.out()).contains("\"${ENV:NO_SUCH_FORMAT}\" is missing, and no placeholder can replace it");
    }

    @Test
    void shouldTakeAWholeUrlForOneOfTDengine() {
        var result = Terminal.with(
                        home, Terminal.CONFIGURATION.replace("jdbc:TAOS-WS://localhost:6041", "${ENV:NO_SUCH_URL}"))
                .run("ddl");

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("CREATE DATABASE IF NOT EXISTS `factory`");
    }

    @Test
    void shouldSayWhatNoPlaceholderCanReplace() {
        var result = Terminal.with(home, Terminal.CONFIGURATION.replace("\"json\"", "\"${ENV:NO_SUCH_FORMAT}\""))
                .run("validate");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out())
                .contains("<routes/route/payload@format> \"${ENV:NO_SUCH_FORMAT}\" is missing, and no placeholder");
    }

    @Test
    void shouldSayWhatItCanDo() {
        assertThat(new Terminal(home).run("--help").out())
                .contains("validate", "ddl", "explain", "doctor", "suggest", "Exit codes:");
    }
}
