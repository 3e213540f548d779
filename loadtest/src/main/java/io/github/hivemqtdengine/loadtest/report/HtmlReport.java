// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.result.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Report of a run as one HTML page that needs no network. */
public final class HtmlReport {

    private HtmlReport() {}

    /** Writes the page atomically: a concurrent reader sees either the old page or the new one. */
    public static void write(Run run, Path file) throws IOException {
        AtomicFile.write(file, page(run));
    }

    static String page(Run run) {
        return HtmlPage.of("Load test report", List.of("statement.js", "timeline.js", "front.js", "report.js"), run);
    }
}
