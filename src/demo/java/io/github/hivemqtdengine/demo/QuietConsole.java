// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Suppresses the console output of a library. */
final class QuietConsole {

    private QuietConsole() {}

    /** Runs an action while standard output and standard error are discarded. */
    static synchronized <T> T call(Supplier<T> action) {
        var output = System.out;
        var errors = System.err;
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        System.setOut(nowhere);
        System.setErr(nowhere);
        try {
            return action.get();
        } finally {
            System.setOut(output);
            System.setErr(errors);
        }
    }
}
