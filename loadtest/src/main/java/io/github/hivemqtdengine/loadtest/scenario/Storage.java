package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.Optional;

/**
 * What the database shall hold.
 *
 * @param table where the messages go; none where the extension stores nothing of them
 * @param rowsPerMessage how many rows a message becomes, at least 1
 * @param late a row counts as late if it is not there so long after the last message was acknowledged
 * @param checkOrder whether it is looked at meanwhile if rows of a topic are committed in their order
 * @param delivery elements of {@code <delivery>} of the extension's configuration, empty for its defaults
 */
public record Storage(Optional<String> table, int rowsPerMessage, Duration late, boolean checkOrder, String delivery) {}
