package io.github.hivemqtdengine.loadtest;

import java.nio.file.Path;

/** Where the load tests are: the folder {@code loadtest} of a checkout, or the unpacked zip. */
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

    private static Path path() {
        return Path.of(System.getProperty(PROPERTY, "")).toAbsolutePath().normalize();
    }
}
