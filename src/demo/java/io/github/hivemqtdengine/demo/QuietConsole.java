package io.github.hivemqtdengine.demo;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** Keeps a library that prints to the console by itself from doing so. */
final class QuietConsole {

    private QuietConsole() {}

    /** Runs something while nothing reaches standard output and standard error. */
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
