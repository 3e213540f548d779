package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.sql.SQLException;

/** Runs one round after another. */
public interface Rounds {

    /**
     * Runs a scenario once.
     *
     * @param number the round's number, from 1
     * @throws IOException if broker, database or a client fails in a way that the scenario does not want
     */
    Round run(Scenario scenario, Contender contender, int number)
            throws IOException, SQLException, InterruptedException;
}
