// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.stack.Stack;
import io.github.hivemqtdengine.loadtest.stack.StackOptions;
import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerPlan;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Main class with a stack whose database is paused. Prints the ids of its child processes and waits to be killed. */
final class OrphanMain {

    private OrphanMain() {}

    /**
     * Runs until it is killed.
     *
     * @param arguments {@code tdengine} or {@code questdb}
     */
    public static void main(String[] arguments) throws Exception {
        ChildMain.run(() -> start(arguments[0].equals("tdengine")));
    }

    @SuppressWarnings("resource") // ends by kill
    private static String start(boolean tdengine) throws Exception {
        var stack = Stack.start(
                StackOptions.of(tdengine ? new DatabaseChoice.LocalTDengine() : new DatabaseChoice.EmbeddedQuestDb()));
        var broker = stack.broker(new BrokerPlan(
                Mode.BARE, "", Set.of(), false, false, false, Optional.empty(), Optional.empty(), Optional.empty()));
        var processes = new ArrayList<>(stack.database().processes());
        for (var process : processes) {
            Signals.pause(process);
        }
        processes.addAll(broker.processes());
        processes.addAll(ProcessHandle.current().children().toList());
        return processes.stream()
                .map(ProcessHandle::pid)
                .distinct()
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }
}
