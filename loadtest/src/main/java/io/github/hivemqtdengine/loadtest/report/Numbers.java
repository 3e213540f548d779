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
        return ratio(value, value, value);
    }

    /** Formats a ratio, with one decimal if the rounds differ by a factor of two or more. */
    private static String ratio(double value, double low, double high) {
        var format = value >= 0.1 && high >= 2 * low ? "%.1f" : "%.2f";
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : NONE;
    }

    static String probability(double value) {
        return value < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", value);
    }

    static String ratioWithRange(Ratio ratio) {
        return withRange(ratio.value(), ratio.low(), ratio.high(), value -> ratio(value, ratio.low(), ratio.high()));
    }

    /** Formats the measured value of a threshold. */
    static String found(Verdict verdict) {
        if (verdict.value() == null || verdict.low() == null || verdict.high() == null) {
            return text(verdict.value());
        }
        double low = verdict.low();
        double high = verdict.high();
        return withRange(
                verdict.value(),
                low,
                high,
                isRatio(verdict) ? value -> ratio(verdict, value, low, high) : Numbers::text);
    }

    /** Returns what would decide an undecided threshold. */
    static String remedy(Verdict verdict) {
        return verdict.provable() == null
                ? "takes 5 rounds or more"
                : "these rounds prove a miss from "
                        + (isRatio(verdict) ? ratio(verdict.provable()) : text(verdict.provable()))
                        + ", more rounds earlier";
    }

    private static String withRange(double value, double low, double high, DoubleFunction<String> text) {
        return text.apply(value) + range(low, high, text);
    }

    /** Formats the range of the rounds, beside their median; empty if all are equal. */
    static String range(double low, double high, DoubleFunction<String> text) {
        return low == high ? "" : " (" + text.apply(low) + " to " + text.apply(high) + ")";
    }

    private static boolean isRatio(Verdict verdict) {
        return verdict.threshold().contains("/");
    }

    /** Formats a ratio so that it does not read as the threshold's limit by rounding. */
    private static String ratio(Verdict verdict, double value, double low, double high) {
        var text = ratio(value, low, high);
        return verdict.threshold().contains("= " + text) ? ratio(value) : text;
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
