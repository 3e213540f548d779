// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import java.nio.file.Files;
import java.nio.file.Path;

/** Folder of the load tests: {@code loadtest} in a checkout, or the unpacked zip. */
final class Home {

    /** Set by the script {@code run}. */
    private static final String PROPERTY = "loadtest.home";

    private Home() {}

    static Path scenarios() {
        return path().resolve("scenarios");
    }

    static Path results() {
        return path().resolve("results");
    }

    /** Returns the folder of published results: {@code docs/results} in a checkout, whose JSON is committed. */
    static Path published() {
        return Files.exists(path().resolve("pom.xml"))
                ? path().resolveSibling("docs").resolve("results")
                : results().resolve("published");
    }

    private static Path path() {
        return Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath().normalize();
    }
}
