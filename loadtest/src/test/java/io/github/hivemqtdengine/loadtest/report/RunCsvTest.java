// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCsvTest {

    @Test
    void shouldWriteOneLineForEachFigureOfEachRound() {
        var run = SampleRuns.run(List.of(SampleRuns.connections()));

        assertThat(RunCsv.figures(run).split("\r\n"))
                .containsExactly(
                        "scenario,mode,round,started,figure,value,unit,below-resolution",
                        "s4-connections,do-nothing,1,2026-03-01T08:00:00Z,connections,19000,,",
                        "s4-connections,do-nothing,1,2026-03-01T08:00:00Z,connects-per-second,2400,1/s,",
                        "s4-connections,do-nothing,1,2026-03-01T08:00:00Z,memory-per-connection-kb,17.2,KB,",
                        "s4-connections,do-nothing,1,2026-03-01T08:00:00Z,call-average-ms,0.84,ms,",
                        "s4-connections,extension,1,2026-03-01T08:00:00Z,connections,19000,,",
                        "s4-connections,extension,1,2026-03-01T08:00:00Z,connects-per-second,2250,1/s,",
                        "s4-connections,extension,1,2026-03-01T08:00:00Z,memory-per-connection-kb,18.099999999999998,KB,",
                        "s4-connections,extension,1,2026-03-01T08:00:00Z,call-average-ms,0.89,ms,");
    }

    @Test
    void shouldMarkTimesBelowTheirResolution() {
        assertThat(RunCsv.figures(SampleRuns.run(List.of(SampleRuns.coarse()))).lines())
                .anyMatch(line -> line.endsWith(",commit-p50-ms,60000,ms,true"))
                .anyMatch(line -> line.endsWith(",commit-p99-ms,120000,ms,"));
        assertThat(RunFile.text(SampleRuns.coarse().rounds().get(0)))
                .contains("\"belowResolution\":[\"commit-p50-ms\"]");
    }

    @Test
    void shouldWriteTheSameInEveryCountry() {
        var before = Locale.getDefault();
        var expected = RunCsv.figures(SampleRuns.suite());
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            assertThat(RunCsv.figures(SampleRuns.suite())).isEqualTo(expected).doesNotContain("E7");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldQuoteWhatHasCommasQuotesOrLineEnds() {
        var settings = RunCsv.settings(SampleRuns.hostile());

        assertThat(settings)
                .startsWith("scenario,key,value\r\n,command,\"</script><img src=x onerror=\"\"window.hacked=1\"\">");
    }

    @Test
    void shouldWriteFiguresAndSettings(@TempDir Path folder) throws IOException {
        RunCsv.write(SampleRuns.suite(), folder.resolve("run.csv"));

        assertThat(folder.resolve("run.csv")).content().isEqualTo(RunCsv.figures(SampleRuns.suite()));
        assertThat(folder.resolve("run-settings.csv"))
                .content()
                .contains(",processor,AMD EPYC 7763\r\n", "c3,x.modes,\"bare, do-nothing, extension\"\r\n");
    }
}
