package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.result.Run;
import java.io.IOException;
import java.nio.file.Path;

/** What a run found, as one page that needs no network and shows itself in every browser. */
public final class HtmlReport {

    private HtmlReport() {}

    /** Writes the page; whoever reads the file meanwhile sees either all of the old one or all of this one. */
    public static void write(Run run, Path file) throws IOException {
        AtomicFile.write(file, page(run));
    }

    static String page(Run run) {
        return HtmlPage.of("Load test report", "report.js", run);
    }
}
