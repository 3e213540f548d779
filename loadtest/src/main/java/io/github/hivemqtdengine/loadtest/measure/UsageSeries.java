// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Samples at a constant interval, at most {@value #MOST}. When there are more, each two neighbours become one, and from
 * then on twice as many new samples become one. CPU is averaged, memory is the highest. Not thread-safe.
 */
public final class UsageSeries {

    static final int MOST = 2_000;

    private final List<UsageSample> samples = new ArrayList<>();
    private final List<UsageSample> pending = new ArrayList<>();
    private int perSample = 1;

    /** Adds the next sample. */
    public void add(UsageSample sample) {
        pending.add(sample);
        if (pending.size() == perSample) {
            samples.add(joined(pending));
            pending.clear();
        }
        if (samples.size() > MOST) {
            thinOut();
        }
    }

    private void thinOut() {
        var thinner = new ArrayList<UsageSample>();
        int paired = samples.size() / 2 * 2;
        for (int first = 0; first < paired; first += 2) {
            thinner.add(joined(samples.subList(first, first + 2)));
        }
        pending.addAll(samples.subList(paired, samples.size()));
        samples.clear();
        samples.addAll(thinner);
        perSample *= 2;
    }

    /** Returns the samples in the order of time; the last one may cover a shorter interval. */
    public List<UsageSample> samples() {
        var all = new ArrayList<>(samples);
        if (!pending.isEmpty()) {
            all.add(joined(pending));
        }
        return all;
    }

    private static UsageSample joined(List<UsageSample> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        return new UsageSample(
                parts.get(parts.size() - 1).second(),
                average(parts, UsageSample::brokerCores),
                average(parts, UsageSample::databaseCores),
                average(parts, UsageSample::loaderCores),
                highest(parts, UsageSample::brokerMemoryMb),
                highest(parts, UsageSample::databaseMemoryMb),
                highest(parts, UsageSample::loaderMemoryMb));
    }

    private static @Nullable Double average(List<UsageSample> parts, Function<UsageSample, @Nullable Double> value) {
        var average = known(parts, value).average();
        return average.isPresent() ? average.getAsDouble() : null;
    }

    private static @Nullable Double highest(List<UsageSample> parts, Function<UsageSample, @Nullable Double> value) {
        var highest = known(parts, value).max();
        return highest.isPresent() ? highest.getAsDouble() : null;
    }

    private static DoubleStream known(List<UsageSample> parts, Function<UsageSample, @Nullable Double> value) {
        return parts.stream().map(value).filter(Objects::nonNull).mapToDouble(Double::doubleValue);
    }
}
