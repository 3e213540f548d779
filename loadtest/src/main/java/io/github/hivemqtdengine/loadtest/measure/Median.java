package io.github.hivemqtdengine.loadtest.measure;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** The middle of several rounds, which one disturbed round can't move far. */
public final class Median {

    private Median() {}

    /** The middle value, or the mean of the two in the middle; there must be at least one. */
    public static <T> double of(Collection<T> rounds, ToDoubleFunction<T> figure) {
        var sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
