// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Ratio;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/** Number formats for reports, independent of the locale. */
final class Numbers {

    private static final String NONE = "-";

    private Numbers() {}

    /** Formats a value with 0 to 4 decimals, by its size; {@code -} for none. */
    static String text(@Nullable Double value) {
        if (value == null || !Double.isFinite(value)) {
            return NONE;
        }
        double size = Math.abs(value);
        if (size >= 1_000 || value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 100 ? "%.1f" : size >= 0.01 ? "%.2f" : "%.4f", value);
    }

    /** Formats a count; {@code -} for none. */
    static String text(@Nullable Long count) {
        return count == null ? NONE : String.format(Locale.ROOT, "%,d", count);
    }

    static String ratio(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : NONE;
    }

    static String probability(double value) {
        return value < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", value);
    }

    static String ratioWithRange(Ratio ratio) {
        return withRange(ratio.value(), ratio.low(), ratio.high(), Numbers::ratio);
    }

    /** Formats the measured value of a threshold. */
    static String found(Verdict verdict) {
        if (verdict.value() == null || verdict.low() == null || verdict.high() == null) {
            return text(verdict.value());
        }
        return withRange(
                verdict.value(), verdict.low(), verdict.high(), isRatio(verdict) ? Numbers::ratio : Numbers::text);
    }

    /** Formats a value, with the range of the rounds unless all are equal. */
    private static String withRange(double value, double low, double high, DoubleFunction<String> text) {
        return low == high
                ? text.apply(value)
                : text.apply(value) + " (" + text.apply(low) + " to " + text.apply(high) + ")";
    }

    private static boolean isRatio(Verdict verdict) {
        return verdict.threshold().contains("/");
    }

    /** Returns the name of a published metric or ratio. */
    static String title(PublishedFigure published) {
        return published.contender() == null || published.base() == null
                ? title(published.figure())
                : published.figure().title() + ", " + published.contender().title() + " / "
                        + published.base().title();
    }

    static String title(Figure figure) {
        return figure.unit().isEmpty() ? figure.title() : figure.title() + ", " + figure.unit();
    }
}
