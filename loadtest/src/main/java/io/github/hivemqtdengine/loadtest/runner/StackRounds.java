// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.agent.Loads;
import io.github.hivemqtdengine.loadtest.live.Live;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.Stack;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerPlan;
import java.io.IOException;
import java.sql.SQLException;

/** Rounds on the brokers and the database of a stack. */
public final class StackRounds implements Suite.Rounds {

    private final Stack stack;
    private final Loads loads;
    private final Live live;
    private final Capacity capacity = new Capacity(scenario -> measure(scenario, Contender.of(Mode.BARE), 1));
    /** Unique for each process, because the user's own database may contain rows of an earlier one. */
    private final String prefix = "lt" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);

    private int runs;
    private String current = "";

    public StackRounds(Stack stack, Loads loads, Live live) {
        this.stack = stack;
        this.loads = loads;
        this.live = live;
    }

    @Override
    public Round run(Scenario scenario, Contender contender, int number)
            throws IOException, SQLException, InterruptedException {
        if (!current.equals(scenario.name())) {
            current = scenario.name();
            stack.keepOnly(scenario.comparison().contenders().stream()
                    .map(each -> BrokerPlan.of(each.mode(), scenario.as(each)))
                    .toList());
        }
        return measure(capacity.resolve(scenario.as(contender)), contender, number);
    }

    private Round measure(Scenario scenario, Contender contender, int number)
            throws IOException, SQLException, InterruptedException {
        var plan = BrokerPlan.of(contender.mode(), scenario);
        if (scenario.comparison().freshBroker()) {
            stack.stop(plan);
        }
        var broker = stack.broker(plan);
        boolean reusable = !scenario.load().keepsSessions();
        try {
            var round = new BrokerRound(stack.database(), stack.sink(), broker, loads, live, scenario)
                    .run(contender, prefix + "-" + runs++, number);
            reusable |= areAllBack(round);
            return round;
        } finally {
            if (!reusable) {
                stack.stop(plan); // sessions that were not ended would queue the messages of later rounds
            }
        }
    }

    private static boolean areAllBack(Round round) {
        return round.notes().stream().noneMatch(note -> note.endsWith(LoadResult.NOT_BACK));
    }
}
