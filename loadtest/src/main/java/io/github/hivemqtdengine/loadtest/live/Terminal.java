// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.live;

import java.io.Console;

/** Terminal of this process. */
final class Terminal {

    private static final String DUMB = "dumb";

    private Terminal() {}

    /** Returns whether standard output is a terminal that understands control sequences. */
    @SuppressWarnings("SystemConsoleNull") // isTerminal() is asked where there is one
    static boolean isThere() {
        var console = System.console();
        if (console == null || DUMB.equals(System.getenv("TERM"))) {
            return false;
        }
        try { // since Java 22 there is a console without a terminal, too
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
