// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.stack.extension.ExtensionZip;
import java.nio.file.Path;

/** Folder of the load tests: {@code loadtest} in a checkout, or the unpacked zip. */
final class Home {

    private Home() {}

    static Path scenarios() {
        return path().resolve("scenarios");
    }

    static Path results() {
        return path().resolve("results");
    }

    private static Path path() {
        return Path.of(System.getProperty(ExtensionZip.HOME, ""))
                .toAbsolutePath()
                .normalize();
    }
}
