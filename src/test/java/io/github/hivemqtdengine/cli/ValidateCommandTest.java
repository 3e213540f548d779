package io.github.hivemqtdengine.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                        "There is no configuration " + home.resolve("conf/config.xml"), "say which with --config FILE");
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

    @Test
    void shouldSayWhatItCanDo() {
        assertThat(new Terminal(home).run("--help").out())
                .contains("validate", "ddl", "explain", "doctor", "suggest", "Exit codes:");
    }
}
