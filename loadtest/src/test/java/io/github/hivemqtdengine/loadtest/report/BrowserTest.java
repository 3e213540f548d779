// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests of pages in a real browser, which runs once for each class. */
abstract class BrowserTest {

    @TempDir
    static Path folder;

    private static Optional<Browser> started = Optional.empty();

    final Browser browser = started.orElseThrow();

    @BeforeAll
    static void startBrowser() {
        started = Optional.of(Browser.start(folder));
    }

    @AfterAll
    static void stopBrowser() {
        started.ifPresent(Browser::close);
    }
}
