// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/**
 * Number of parts of a regular expression after RE2 expands repetitions: characters, character classes and operators,
 * each multiplied by the surrounding counts. Any number for an invalid pattern. Not thread-safe.
 */
final class PatternSize {

    private static final Pattern COUNT = Pattern.compile("\\{([0-9]{1,4})(?:,([0-9]{0,4}))?\\}");

    private static final Pattern FLAGS = Pattern.compile("\\(\\?[A-Za-z-]+\\)");

    /** Upper bound beyond practical use, low enough to be multiplied by a count without overflow. */
    private static final long MANY = 1_000_000_000_000L;

    private final String pattern;
    private final Deque<Long> outside = new ArrayDeque<>();
    private long group;
    private long last;
    private int at;

    private PatternSize(String pattern) {
        this.pattern = pattern;
    }

    /** Returns the number of parts; at most 10¹². */
    static long of(String pattern) {
        return new PatternSize(pattern).size();
    }

    private long size() {
        while (at < pattern.length()) {
            switch (pattern.charAt(at)) {
                case '\\' -> escaped();
                case '[' -> classOfCharacters();
                case '{' -> repeated();
                case '(' -> opened();
                case ')' -> {
                    long inside = group;
                    group = outside.isEmpty() ? 0 : outside.pop();
                    add(inside + 1);
                    at++;
                }
                default -> {
                    add(1);
                    at++;
                }
            }
        }
        return group;
    }

    /** Skips flags such as {@code (?i)}: they are not a group, and a count after them applies to the part before. */
    private void opened() {
        var flags = FLAGS.matcher(pattern).region(at, pattern.length());
        if (flags.lookingAt()) {
            at = flags.end();
            return;
        }
        outside.push(group);
        group = 0;
        at++;
    }

    private void add(long parts) {
        last = parts;
        group = Math.min(MANY, group + parts);
    }

    private void repeated() {
        var count = COUNT.matcher(pattern).region(at, pattern.length());
        if (!count.lookingAt()) {
            add(1);
            at++;
            return;
        }
        var most = count.group(2) == null || count.group(2).isEmpty() ? count.group(1) : count.group(2);
        long before = last;
        add(before * Math.max(1, Integer.parseInt(most)) - before);
        last += before;
        at = count.end();
    }

    /** Skips quotations, which have no counts, groups or classes, and escapes with braces (properties, code points). */
    private void escaped() {
        char kind = at + 1 < pattern.length() ? pattern.charAt(at + 1) : '\\';
        if (kind == 'Q') {
            int end = pattern.indexOf("\\E", at);
            int from = at + 2;
            at = end < 0 ? pattern.length() : end + 2;
            int quoted = (end < 0 ? pattern.length() : end) - from;
            if (quoted > 0) { // otherwise a count applies to the part before the quotation
                add(quoted);
                last = 1;
            }
            return;
        }
        at += 2;
        add(1);
        if ((kind == 'p' || kind == 'P' || kind == 'x') && at < pattern.length() && pattern.charAt(at) == '{') {
            at = Math.max(at, pattern.indexOf('}', at)) + 1;
        }
    }

    private void classOfCharacters() {
        at++;
        if (at < pattern.length() && pattern.charAt(at) == '^') {
            at++;
        }
        for (boolean first = true; at < pattern.length() && (first || pattern.charAt(at) != ']'); first = false) {
            int named = pattern.startsWith("[:", at) ? pattern.indexOf(":]", at) : -1;
            at = named > 0 ? named + 2 : pattern.charAt(at) == '\\' ? at + 2 : at + 1;
        }
        at++;
        add(1);
    }
}
