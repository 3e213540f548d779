package io.github.hivemqtdengine.jdbc;

/**
 * What a look at one thing has shown.
 *
 * @param check what was looked at, in a word or two that stay the same
 * @param sentence how it is, and what to do where that is not well; without secrets
 */
public record Finding(Level level, String check, String sentence) {

    /** How well it is. */
    public enum Level {
        OK,
        /** It works, but not as well as one may think. */
        WARN,
        /** Rows are not stored as long as it stays so. */
        FAIL
    }

    /** What is well. */
    public static Finding ok(String check, String sentence) {
        return new Finding(Level.OK, check, sentence);
    }

    /** What works, but not as one may think. */
    public static Finding warn(String check, String sentence) {
        return new Finding(Level.WARN, check, sentence);
    }

    /** What keeps rows from being stored. */
    public static Finding fail(String check, String sentence) {
        return new Finding(Level.FAIL, check, sentence);
    }
}
