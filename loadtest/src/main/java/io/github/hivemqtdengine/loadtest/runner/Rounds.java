// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.sql.SQLException;

/** Runs single rounds. */
public interface Rounds {

    /**
     * Runs a scenario once.
     *
     * @param number number of the round, from 1
     * @throws IOException if broker, database or a client fails, except for faults of the scenario
     */
    Round run(Scenario scenario, Contender contender, int number)
            throws IOException, SQLException, InterruptedException;
}
