// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import io.github.hivemqtdengine.loadtest.scenario.reader.Scenarios;
import io.github.hivemqtdengine.loadtest.scenario.reader.Variation;
import java.io.IOException;
import java.io.PrintWriter;

/** List of the scenarios, one line each, with the most common commands. */
final class Menu {

    private static final String HEAD = """
            Load tests of the HiveMQ TDengine extension: MQTT in, SQL out, every row counted.

              loadtest/run c3               run a scenario (or several), each as its file says
              loadtest/run all --smoke      run all for some seconds each
              loadtest/run compare c3       the broker bare, with a do-nothing interceptor, with the extension,
                                            and with the extension while its database is away
              loadtest/run --help           what else there is

            Scenarios:
            """;

    private Menu() {}

    static void print(PrintWriter out) throws IOException, InvalidScenarioException {
        out.print(HEAD);
        for (var scenario : Scenarios.in(Home.scenarios()).all(Variation.NONE)) {
            out.printf("  %-22s %s%n", scenario.name(), scenario.title());
        }
        out.flush();
    }
}
