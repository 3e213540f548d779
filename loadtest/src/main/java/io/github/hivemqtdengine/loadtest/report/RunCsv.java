// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.stream.Stream;

/** CSV export of a run for spreadsheets: two files by RFC 4180, decimal point, no thousands separators. */
public final class RunCsv {

    private RunCsv() {}

    /** Writes the metrics into a file and the settings next to it as {@code <name>-settings.csv}. */
    public static void write(Run run, Path file) throws IOException {
        AtomicFile.write(file, figures(run));
        AtomicFile.write(settingsFile(file), settings(run));
    }

    /** Returns the path of the settings that {@link #write} writes. */
    public static Path settingsFile(Path file) {
        return file.resolveSibling(file.getFileName().toString().replaceFirst("(\\.[^.]*)?$", "") + "-settings.csv");
    }

    /** Returns one line for each metric of each round. */
    static String figures(Run run) {
        var text = new StringWriter();
        var csv = CsvWriter.builder().bufferSize(0).build(text);
        csv.writeRecord("scenario", "mode", "round", "started", "figure", "value", "unit", "below-resolution");
        for (var scenario : run.scenarios()) {
            scenario.rounds().forEach(round -> write(scenario, round, csv));
        }
        return text.toString();
    }

    private static void write(ScenarioResult scenario, Round round, CsvWriter csv) {
        Stream.of(Figure.values())
                .filter(round.figures()::containsKey)
                .forEach(figure -> csv.writeRecord(
                        scenario.name(),
                        round.contender().word(),
                        Integer.toString(round.number()),
                        String.valueOf(round.started()),
                        figure.word(),
                        number(round.figures().getOrDefault(figure, Double.NaN)),
                        figure.unit(),
                        round.belowResolution().contains(figure) ? "true" : ""));
    }

    /** Returns one line for each key; keys of the environment have no scenario. */
    static String settings(Run run) {
        var text = new StringWriter();
        var csv = CsvWriter.builder().bufferSize(0).build(text);
        csv.writeRecord("scenario", "key", "value");
        EnvironmentWords.of(run.environment()).forEach((key, value) -> csv.writeRecord("", key, value));
        for (var scenario : run.scenarios()) {
            scenario.settings().forEach((key, value) -> csv.writeRecord(scenario.name(), key, value));
        }
        return text.toString();
    }

    private static String number(double value) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
                : "";
    }
}
