package io.github.hivemqtdengine.loadtest.scenario;

import java.util.ArrayList;
import java.util.List;

/** Which brokers take turns, and what their figures shall be. */
final class ComparisonReader {

    private static final int MOST_ROUNDS = 1_000;

    private final Settings settings;

    ComparisonReader(Settings settings) {
        this.settings = settings;
    }

    Comparison read() {
        return new Comparison(
                settings.read(ScenarioKey.MODES, ComparisonReader::modes),
                settings.whole(ScenarioKey.ROUNDS, 1, MOST_ROUNDS),
                settings.whole(ScenarioKey.WARM_UP, 0, MOST_ROUNDS));
    }

    private static List<Mode> modes(String text) {
        var modes = new ArrayList<Mode>();
        for (var word : text.split("[,\\s]+", -1)) {
            var mode = Choice.of(Mode.class).read(word);
            if (modes.contains(mode)) {
                throw new MalformedValueException("has " + word + " twice");
            }
            modes.add(mode);
        }
        return modes;
    }

    /**
     * The thresholds of modes that run. One of another mode is a problem of the file, unless somebody wants other modes than
     * the file's.
     */
    List<Threshold> thresholds(List<Mode> modes, Variation variation) {
        boolean otherModes = variation.overrides().containsKey(ScenarioKey.MODES.word());
        return settings
                .findAll(ScenarioKey.THRESHOLD, text -> {
                    var threshold = FigureWording.threshold(text);
                    if (!otherModes) {
                        requireModes(modes, threshold);
                    }
                    return threshold;
                })
                .stream()
                .filter(threshold -> modes.containsAll(threshold.modes()))
                .filter(threshold -> !variation.smoke() || threshold.comparator() == Threshold.Comparator.EQUAL)
                .toList();
    }

    private static void requireModes(List<Mode> modes, Threshold threshold) {
        for (var mode : threshold.modes()) {
            if (!modes.contains(mode)) {
                throw new MalformedValueException("has the mode " + mode.word() + ", which x.modes has not");
            }
        }
    }
}
