package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.report.HtmlReport;
import io.github.hivemqtdengine.loadtest.report.RunCsv;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import io.github.hivemqtdengine.loadtest.result.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** The files of one run, all with the same name: JSON, from which the others can be made again, CSV and a page. */
record Results(Path json) {

    private static final String ENDING = ".json";
    private static final int LONGEST_NAME = 60;

    /** Files with the run's name and time, in a folder that is made where it is missing. */
    static Results in(Path folder, String name, Instant started) throws IOException {
        Files.createDirectories(folder);
        var stamp = started.toString().replaceAll("\\..*|Z", "").replace(":", "");
        return new Results(folder.resolve(fileName(name) + "-" + stamp + ENDING));
    }

    /** Scenarios may be named by the paths of their files, and be many. */
    private static String fileName(String name) {
        var plain = name.replaceAll("\\.conf\\b", "")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        return plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
    }

    /** The files of a run that has begun already. */
    static Results of(Path json) {
        return new Results(json);
    }

    /** Writes what can't be made again. */
    void keep(Run run) throws IOException {
        RunFile.write(run, json);
    }

    /** Writes everything. */
    void write(Run run) throws IOException {
        keep(run);
        RunCsv.write(run, withEnding(".csv"));
        HtmlReport.write(run, page());
    }

    Path page() {
        return withEnding(".html");
    }

    private Path withEnding(String ending) {
        var name = String.valueOf(json.getFileName());
        var base = name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
        return json.resolveSibling(base + ending);
    }
}
