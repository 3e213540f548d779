package io.github.hivemqtdengine.loadtest.testkit;

import io.github.hivemqtdengine.loadtest.stack.ExtensionZip;
import java.io.IOException;

/** The packaged extension that brokers run. */
public final class PackagedExtension {

    private PackagedExtension() {}

    /** Skips the calling test where it is not built. */
    public static void need() throws IOException {
        SkippedTests.unless(
                ExtensionZip.find().isPresent(),
                "the packaged extension is missing: build it with ./mvnw -DskipTests package");
    }
}
