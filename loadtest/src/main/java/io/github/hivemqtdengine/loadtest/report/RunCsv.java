package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A run for spreadsheets: two files as RFC 4180 has them, numbers with a point and without groups of digits. */
public final class RunCsv {

    private static final String END = "\r\n";

    private RunCsv() {}

    /** Writes the figures into a file and, beside it as {@code <name>-settings.csv}, what is needed to redo them. */
    public static void write(Run run, Path file) throws IOException {
        AtomicFile.write(file, figures(run));
        AtomicFile.write(settingsFile(file), settings(run));
    }

    /** Where {@link #write} puts the settings. */
    public static Path settingsFile(Path file) {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("(\\.[^.]*)?$", "") + "-settings.csv");
    }

    /** One line for each figure of each round. */
    static String figures(Run run) {
        var head = line("scenario", "mode", "round", "started", "figure", "value", "unit");
        return run.scenarios().stream()
                .flatMap(scenario -> scenario.rounds().stream().flatMap(round -> lines(scenario, round)))
                .collect(Collectors.joining("", head, ""));
    }

    private static Stream<String> lines(ScenarioResult scenario, Round round) {
        return Stream.of(Figure.values())
                .filter(round.figures()::containsKey)
                .map(figure -> line(
                        scenario.name(),
                        round.contender().word(),
                        Integer.toString(round.number()),
                        String.valueOf(round.started()),
                        figure.word(),
                        number(round.figures().getOrDefault(figure, Double.NaN)),
                        figure.unit()));
    }

    /** One line for each key: those of the environment have no scenario. */
    static String settings(Run run) {
        var environment = lines("", EnvironmentWords.of(run.environment()));
        var scenarios = run.scenarios().stream().flatMap(scenario -> lines(scenario.name(), scenario.settings()));
        return Stream.concat(environment, scenarios)
                .collect(Collectors.joining("", line("scenario", "key", "value"), ""));
    }

    private static Stream<String> lines(String scenario, Map<String, String> values) {
        return values.entrySet().stream().map(entry -> line(scenario, entry.getKey(), entry.getValue()));
    }

    private static String number(double value) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
                : "";
    }

    private static String line(String... cells) {
        return Stream.of(cells).map(RunCsv::quoted).collect(Collectors.joining(",", "", END));
    }

    private static String quoted(String cell) {
        return cell.matches("(?s).*[\",\r\n].*") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }
}
