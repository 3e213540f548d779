package io.github.hivemqtdengine.jdbc.dialect;

/**
 * Result of one diagnostic check.
 *
 * @param check name of the check, one or two words that stay the same
 * @param sentence state, and remedy if there is a problem; without secrets
 */
public record Finding(Level level, String check, String sentence) {

    /** Severity of a result. */
    public enum Level {
        OK,
        /** It works, but with a restriction. */
        WARN,
        /** Rows can't be stored. */
        FAIL
    }

    /** Returns a result without a problem. */
    public static Finding ok(String check, String sentence) {
        return new Finding(Level.OK, check, sentence);
    }

    /** Returns a result with a restriction. */
    public static Finding warn(String check, String sentence) {
        return new Finding(Level.WARN, check, sentence);
    }

    /** Returns a problem that keeps rows from being stored. */
    public static Finding fail(String check, String sentence) {
        return new Finding(Level.FAIL, check, sentence);
    }
}
