package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.stack.BrokerMode;
import java.util.List;

/** What both scenarios without a subscriber ask of their rounds. */
final class Rounds {

    private Rounds() {}

    static List<StoringRound> of(List<StoringRound> rounds, BrokerMode mode) {
        return rounds.stream().filter(round -> round.mode() == mode).toList();
    }

    /** The rows of all rounds against those that there should be. */
    static String stored(List<StoringRound> rounds) {
        long stored = rounds.stream().mapToLong(StoringRound::rows).sum();
        return stored + " of "
                + rounds.stream()
                        .mapToLong(round -> round.messages() * round.load().rowsPerMessage())
                        .sum();
    }
}
