// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.testkit.FuzzRun;
import io.github.hivemqtdengine.testkit.HostileBytes;
import io.github.hivemqtdengine.testkit.HostileInput;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configuration files of any bytes: settings, or problems. */
class HostileConfigurationTest {

    private static final String QUOTED = "s3cr3t";
    private static final String PASSWORD = "<password>s3cr3t&amp;more</password>";

    private static final String ROUTE = Sample.with("format=\"json\" rows=\"/readings\"", "format=\"binary\"")
            .replace(
                    "<payload format=\"binary\"/>",
                    "<payload format=\"binary\">t: int64 le @0, v: float32 @8, p: int8 @12</payload>");

    private static final String EXPRESSIONS = Sample.with(
                    "value=\"${payload:/v}\"",
                    "value=\"${if(matches(payload:/v, '[a-z]{2,}(x|y)*'), round(payload:/v * 2, 1), 0)}\"")
            .replace("sub-table=", "where=\"payload:/v > 0 and not mqtt-topic:site = 'a'\" sub-table=");

    /** The parser's tables, and what the settings of the sample take. */
    private static final long FIXED = 8 << 20;

    /** An element of four bytes becomes an object with maps, a path and a problem that quotes some of them. */
    private static final long PER_BYTE = 8_000;

    @TempDir
    Path folder;

    @Test
    void shouldReadAFileOrReportProblems() {
        var files = HostileBytes.ofTexts(List.of(Sample.XML, ROUTE, EXPRESSIONS));
        var file = folder.resolve("config.xml");

        var error = System.err;
        System.setErr(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        try {
            tryAll(files, file);
        } finally {
            System.setErr(error); // the JDK's parser prints there what it also throws for bytes that are not UTF-8
        }
    }

    private static void tryAll(HostileBytes files, Path file) {
        new FuzzRun(HostileKind.CONFIGURATION, 1, FIXED, PER_BYTE).tryAll(random -> {
            var bytes = files.next(random);
            boolean isElsewhere = isPasswordElsewhere(new String(bytes, StandardCharsets.UTF_8));
            return HostileInput.of(bytes, () -> isRead(write(file, bytes), isElsewhere));
        });
    }

    private static Path write(Path file, byte[] bytes) throws IOException {
        return Files.write(file, bytes);
    }

    /** A password that a change has put where no password belongs can't be recognised. */
    private static boolean isPasswordElsewhere(String xml) {
        return xml.replace(PASSWORD, "").contains(QUOTED);
    }

    private static boolean isRead(Path file, boolean mayQuotePassword) {
        try {
            var routes = Sample.reader().read(file).routes();
            assertThat(RouteTable.of(routes.stream().map(RouteCompiler::compile).toList())
                            .routes())
                    .hasSameSizeAs(routes);
            return true;
        } catch (ConfigurationException e) {
            assertThat(e.problems()).isNotEmpty();
            for (var problem : e.problems()) {
                assertThat(problem.line()).isPositive();
                assertThat(problem.rule()).isNotEmpty();
                assertThat(mayQuotePassword || !problem.toString().contains(QUOTED))
                        .as(problem.toString())
                        .isTrue();
            }
            return false;
        }
    }
}
