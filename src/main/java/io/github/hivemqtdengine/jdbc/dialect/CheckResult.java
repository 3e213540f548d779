// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

/**
 * Result of one diagnostic check.
 *
 * @param check name of the check, one or two words that stay the same
 * @param sentence state, and remedy if there is a problem; without secrets
 */
public record CheckResult(Level level, String check, String sentence) {

    /** Severity of a result. */
    public enum Level {
        OK,
        /** It works, but with a restriction. */
        WARN,
        /** Rows can't be stored. */
        FAIL
    }

    /** Returns a result without a problem. */
    public static CheckResult ok(String check, String sentence) {
        return new CheckResult(Level.OK, check, sentence);
    }

    /** Returns a result with a restriction. */
    public static CheckResult warn(String check, String sentence) {
        return new CheckResult(Level.WARN, check, sentence);
    }

    /** Returns a problem that keeps rows from being stored. */
    public static CheckResult fail(String check, String sentence) {
        return new CheckResult(Level.FAIL, check, sentence);
    }
}
