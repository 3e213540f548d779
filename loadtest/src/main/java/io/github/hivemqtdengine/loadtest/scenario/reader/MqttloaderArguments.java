// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.BrokerAddress;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * mqttloader's command line: options only in 0.7, {@code -c FILE} only in 0.8. As in mqttloader, 0.7 writes a record
 * file into the current folder unless {@code -im} is given.
 *
 * @param scenario requested load
 * @param broker address of the broker
 */
public record MqttloaderArguments(Scenario scenario, BrokerAddress broker) {

    private static final String NAME = "mqttloader";
    private static final String FILE = "-c";

    /** Returns a line of help for each option of mqttloader 0.7. */
    public static List<String> options() {
        return MqttloaderCommandLine.help();
    }

    /**
     * Parses a command line.
     *
     * @param arguments without the program's name
     * @throws InvalidScenarioException with all problems
     * @throws IOException if the file of {@code -c} cannot be read
     */
    public static MqttloaderArguments parse(List<String> arguments) throws InvalidScenarioException, IOException {
        var scenario = arguments.size() == 2 && arguments.get(0).equals(FILE)
                ? ScenarioReader.read(Path.of(arguments.get(1)), Variation.NONE)
                : ScenarioReader.read(NAME, "", settings(arguments), Variation.NONE);
        return new MqttloaderArguments(scenario, scenario.broker().orElseThrow(MqttloaderArguments::withoutBroker));
    }

    private static List<Setting> settings(List<String> arguments) throws InvalidScenarioException {
        var settings = new ArrayList<>(new MqttloaderCommandLine(arguments).settings());
        var title = "x.title";
        settings.add(Setting.ofCommandLine(title, NAME + " " + String.join(" ", arguments), title));
        return settings;
    }

    private static InvalidScenarioException withoutBroker() {
        var rule = "is missing; write -b tcp://127.0.0.1:1883, or broker = 127.0.0.1 in a file";
        return new InvalidScenarioException(List.of(new Problem(Setting.COMMAND_LINE, 0, "broker", "", rule, "")));
    }
}
