// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.testkit;

import io.github.hivemqtdengine.loadtest.stack.extension.ExtensionZip;
import java.io.IOException;
import org.junit.jupiter.api.Assumptions;

/** Packaged extension for brokers. */
public final class PackagedExtension {

    private PackagedExtension() {}

    /** Skips the calling test if the extension is not built. */
    public static void need() throws IOException {
        if (ExtensionZip.find().isEmpty()) {
            Assumptions.abort("the packaged extension is missing: build it with ./mvnw -DskipTests package");
        }
    }
}
