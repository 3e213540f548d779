package io.github.hivemqtdengine.loadtest.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Storage of the messages: the extension that does it, and the expected content of the database.
 *
 * @param table table of the messages; empty if the extension stores none
 * @param inSinks whether the sinks of other brokers store the messages: not if the scenario says that none are stored
 * @param rowsPerMessage at least 1
 * @param late time after the last acknowledgement, after which a missing row counts as late
 * @param checkOrder whether the commit order of each topic is checked during the run
 * @param countEvery shortest time between two counts of the rows
 * @param delivery elements of {@code <delivery>} in the extension's configuration, empty for the defaults
 * @param zip packaged extension; empty for that of the command line
 */
public record Storage(
        Optional<String> table,
        boolean inSinks,
        int rowsPerMessage,
        Duration late,
        boolean checkOrder,
        Duration countEvery,
        String delivery,
        Optional<Path> zip) {}
