package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.Optional;

/**
 * Expected content of the database.
 *
 * @param table table of the messages; empty if the extension stores none
 * @param rowsPerMessage at least 1
 * @param late time after the last acknowledgement, after which a missing row counts as late
 * @param checkOrder whether the commit order of each topic is checked during the run
 * @param delivery elements of {@code <delivery>} in the extension's configuration, empty for the defaults
 */
public record Storage(Optional<String> table, int rowsPerMessage, Duration late, boolean checkOrder, String delivery) {}
