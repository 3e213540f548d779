// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Storage of the messages: the extension that does it, and the observation of the database.
 *
 * @param late time after the last acknowledgement, after which a missing row counts as late
 * @param checkOrder whether the commit order of each topic is checked during the run
 * @param countEvery shortest time between two counts of the rows
 * @param delivery elements of {@code <delivery>} in the extension's configuration, empty for the defaults
 * @param zip packaged extension; empty for that of the command line
 */
public record Storage(Duration late, boolean checkOrder, Duration countEvery, String delivery, Optional<Path> zip) {}
