package io.github.hivemqtdengine.loadtest.scenario;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * mqttloader's own command line: that of 0.7, all of whose parameters are options, or that of 0.8, whose only one is
 * {@code -c FILE}. As with the real one, 0.7 writes a record file into the current folder unless {@code -im} is there.
 *
 * @param scenario what it asks for
 * @param broker which broker it names
 */
public record MqttloaderArguments(Scenario scenario, BrokerAddress broker) {

    private static final String NAME = "mqttloader";
    private static final String FILE = "-c";

    /**
     * Reads a command line.
     *
     * @param arguments without the program's name
     * @throws InvalidScenarioException with all that is wrong with it
     * @throws IOException if the file of {@code -c} can't be read
     */
    public static MqttloaderArguments parse(List<String> arguments) throws InvalidScenarioException, IOException {
        var scenario = arguments.size() == 2 && arguments.get(0).equals(FILE)
                ? ScenarioReader.read(Path.of(arguments.get(1)), Variation.NONE)
                : ScenarioReader.read(NAME, "", settings(arguments), Variation.NONE);
        return new MqttloaderArguments(scenario, scenario.broker().orElseThrow(MqttloaderArguments::withoutBroker));
    }

    private static List<Setting> settings(List<String> arguments) throws InvalidScenarioException {
        var settings = new ArrayList<>(new MqttloaderCommandLine(arguments).settings());
        var title = ScenarioKey.TITLE.word();
        settings.add(Setting.ofCommandLine(title, NAME + " " + String.join(" ", arguments), title));
        return settings;
    }

    private static InvalidScenarioException withoutBroker() {
        var rule = "is missing; write -b tcp://127.0.0.1:1883, or broker = 127.0.0.1 in a file";
        return new InvalidScenarioException(List.of(new Problem(Setting.COMMAND_LINE, 0, "broker", "", rule, "")));
    }
}
