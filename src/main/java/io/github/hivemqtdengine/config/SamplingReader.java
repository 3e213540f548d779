package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.route.table.Sampling;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads the settings of {@code <table>} and its columns for rows that need not be stored. */
final class SamplingReader {

    private static final Choice<Boolean> TRUTH = Choice.among(String::valueOf, List.of(true, false));
    private static final Function<String, Duration> INTERVAL = Quantities.duration("1 ms", "365 d");

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}(?:\\.[0-9]{1,15})?");

    private SamplingReader() {}

    static Sampling read(Section table) {
        var maxInterval = table.attribute("max-interval");
        boolean onlyOnChange = table.attribute("only-on-change").or(TRUTH, false);
        var deadBands = table.children("column").stream()
                .map(column -> deadBand(column, onlyOnChange))
                .toList();
        if (!onlyOnChange) {
            maxInterval.reject("needs only-on-change=\"true\"");
        }
        return new Sampling(
                onlyOnChange,
                table.attribute("min-interval").or(INTERVAL, Duration.ZERO),
                maxInterval.or(INTERVAL, Duration.ZERO),
                deadBands.stream().allMatch(band -> band == 0) ? List.of() : deadBands);
    }

    private static double deadBand(Section column, boolean onlyOnChange) {
        var deadBand = column.attribute("dead-band");
        if (!onlyOnChange) {
            deadBand.reject("has a meaning in a table with only-on-change=\"true\" only");
        }
        return deadBand.or(SamplingReader::difference, 0.0);
    }

    private static double difference(String text) {
        var digits = text.strip();
        if (!NUMBER.matcher(digits).matches() || Double.parseDouble(digits) <= 0) {
            throw new IllegalArgumentException("is not a difference; write a number above 0, like 0.5");
        }
        return Double.parseDouble(digits);
    }
}
