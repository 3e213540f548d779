// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Comparison;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.Threshold;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import java.util.ArrayList;
import java.util.List;

/** Reads the contenders and the thresholds on their metrics. */
final class ComparisonReader {

    private static final int MOST_ROUNDS = 1_000;

    private final Settings settings;
    private final ContenderSyntax contenders;
    private final Variation variation;

    ComparisonReader(Settings settings, ContenderSyntax contenders, Variation variation) {
        this.settings = settings;
        this.contenders = contenders;
        this.variation = variation;
    }

    Comparison read() {
        return new Comparison(
                settings.read(ScenarioKey.MODES, this::contenders),
                settings.whole(ScenarioKey.ROUNDS, 1, MOST_ROUNDS),
                settings.whole(ScenarioKey.WARM_UP, 0, MOST_ROUNDS),
                settings.flag(ScenarioKey.FRESH_BROKER),
                settings.flag(ScenarioKey.HEAP));
    }

    private List<Contender> contenders(String text) {
        var all = new ArrayList<Contender>();
        for (var word : text.split("[,\\s]+", -1)) {
            var contender = contenders.read(word);
            if (all.contains(contender)) {
                throw new MalformedValueException("has " + word + " twice");
            }
            all.add(contender);
        }
        return all;
    }

    /**
     * Returns the thresholds of the contenders. A threshold of another mode or variant is an error in the file, unless
     * the command line replaces the file's modes.
     */
    List<Threshold> thresholds(Comparison comparison) {
        return settings
                .findAll(ScenarioKey.THRESHOLD, text -> {
                    var threshold = FigureSyntax.threshold(text, contenders);
                    if (!variation.replacesModes()) {
                        require(comparison.contenders(), threshold);
                    }
                    return threshold;
                })
                .stream()
                .filter(threshold -> comparison.contenders().containsAll(threshold.contenders()))
                .filter(threshold -> !variation.smoke() || threshold.comparator() == Threshold.Comparator.EQUAL)
                .toList();
    }

    private static void require(List<Contender> all, Threshold threshold) {
        for (var contender : threshold.contenders()) {
            if (!all.contains(contender)) {
                throw new MalformedValueException("has " + contender.word() + ", which x.modes has not");
            }
        }
    }
}
