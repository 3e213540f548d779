// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.route.table.Sampling;
import java.time.Duration;
import java.util.List;

/** Reads the settings of {@code <table>} and its columns for rows that need not be stored. */
final class SamplingReader {

    private SamplingReader() {}

    static Sampling read(Section table) {
        var maxInterval = table.value(Tables.MAX_INTERVAL);
        boolean onlyOnChange = table.get(Tables.ONLY_ON_CHANGE);
        var deadBands = table.children(Tables.COLUMN).stream()
                .map(column -> deadBand(column, onlyOnChange))
                .toList();
        if (!onlyOnChange) {
            maxInterval.reject("needs only-on-change=\"true\"");
        }
        return new Sampling(
                onlyOnChange,
                table.read(Tables.MIN_INTERVAL).orElse(Duration.ZERO),
                maxInterval.read().orElse(Duration.ZERO),
                deadBands.stream().allMatch(band -> band == 0) ? List.of() : deadBands);
    }

    private static double deadBand(Section column, boolean onlyOnChange) {
        var deadBand = column.value(Tables.DEAD_BAND);
        if (!onlyOnChange) {
            deadBand.reject("has a meaning in a table with only-on-change=\"true\" only");
        }
        return deadBand.read().orElse(0.0);
    }
}
