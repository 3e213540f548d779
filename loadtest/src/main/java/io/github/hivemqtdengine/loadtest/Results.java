// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.report.HtmlReport;
import io.github.hivemqtdengine.loadtest.report.JunitXml;
import io.github.hivemqtdengine.loadtest.report.RunCsv;
import io.github.hivemqtdengine.loadtest.report.RunFile;
import io.github.hivemqtdengine.loadtest.result.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** Files of one run, with one base name: JSON, CSV, JUnit XML and an HTML page. The JSON is the source of the others. */
record Results(Path json) {

    private static final String ENDING = ".json";
    private static final int LONGEST_NAME = 60;

    /** Returns the files for a new run, named by its name and time. Creates the folder if it is missing. */
    static Results in(Path folder, String name, Instant started) throws IOException {
        Files.createDirectories(folder);
        var stamp = started.toString().replaceAll("\\..*|Z", "").replace(":", "");
        return new Results(folder.resolve(fileName(name) + "-" + stamp + ENDING));
    }

    /** A run is named by its scenarios, which may be many, or paths of files. */
    private static String fileName(String name) {
        var plain = name.replaceAll("\\.conf\\b", "")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        return plain.substring(0, Math.min(LONGEST_NAME, plain.length()));
    }

    /** Returns the files of a run whose JSON exists. */
    static Results of(Path json) {
        return new Results(json);
    }

    /** Writes the JSON only. */
    void keep(Run run) throws IOException {
        RunFile.write(run, json);
    }

    /** Writes all files. */
    void write(Run run) throws IOException {
        keep(run);
        RunCsv.write(run, withEnding(".csv"));
        JunitXml.write(run, withEnding(".xml"));
        HtmlReport.write(run, page());
    }

    Path page() {
        return withEnding(".html");
    }

    /** Returns the page that compares this run with others. */
    Path comparison() {
        return withEnding("-compared.html");
    }

    private Path withEnding(String ending) {
        var name = String.valueOf(json.getFileName());
        var base = name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
        return json.resolveSibling(base + ending);
    }
}
