// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.live;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;

/** Live figures as a line of text: rewritten in place on a terminal, otherwise a line every ten seconds. */
final class ConsoleLine implements Live.Sink {

    private static final int SECONDS_BETWEEN_LINES = 10;
    /** Control sequences of a terminal: to the first column, without wrapping; to erase the rest, wrapping again. */
    private static final String REWRITE = "\r\u001b[?7l";

    private static final String ERASE = "\u001b[K\u001b[?7h";

    private final PrintWriter out;
    private final boolean terminal;
    private long shownSeconds;
    private boolean pending;

    /** @param terminal whether control sequences are understood */
    ConsoleLine(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Returns whether standard output is a terminal that understands control sequences. */
    @SuppressWarnings("SystemConsoleNull") // isTerminal() is asked where there is one
    static boolean isOfATerminal() {
        var console = System.console();
        if (console == null || "dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        try { // since Java 22 there is a console without a terminal, too
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    @Override
    public synchronized void show(LiveFigures figures) {
        long seconds = figures.elapsed().toSeconds();
        if (terminal) {
            out.print(REWRITE + text(figures) + ERASE);
            pending = true;
        } else if (seconds / SECONDS_BETWEEN_LINES > shownSeconds / SECONDS_BETWEEN_LINES) {
            out.println(text(figures));
        }
        shownSeconds = seconds;
        out.flush();
    }

    @Override
    public synchronized void ended(LiveFigures figures) {
        close();
        shownSeconds = 0;
    }

    static String text(LiveFigures figures) {
        var text = new StringBuilder(160);
        text.append(String.format(Locale.ROOT, "%5d s  ", figures.elapsed().toSeconds()));
        text.append(
                String.format(Locale.ROOT, "%,.0f sent/s", figures.perSecond().sent()));
        if (figures.round().acknowledges()) {
            text.append(String.format(
                    Locale.ROOT, "  %,.0f acknowledged/s", figures.perSecond().acknowledged()));
        }
        text.append(String.format(
                Locale.ROOT, "  %,.0f received/s", figures.perSecond().received()));
        figures.rows().ifPresent(rows -> text.append(String.format(Locale.ROOT, "  %,d rows", rows)));
        if (figures.counts().recent().count() > 0) {
            text.append(String.format(Locale.ROOT, "  p99 %.1f ms", figures.recentP99Millis()));
        }
        if (figures.round().acknowledges()) {
            text.append(String.format(Locale.ROOT, "  %,d unacknowledged", figures.unacknowledged()));
        }
        text.append(String.format(
                Locale.ROOT, "  %,d lost connections", figures.counts().lost()));
        figures.left().ifPresent(left -> text.append(String.format(Locale.ROOT, "  %d s left", left.toSeconds())));
        return text.toString();
    }

    /** Erases the line, for the text that follows. */
    @Override
    public synchronized void close() {
        if (pending) {
            out.print(REWRITE + ERASE);
            out.flush();
            pending = false;
        }
    }
}
