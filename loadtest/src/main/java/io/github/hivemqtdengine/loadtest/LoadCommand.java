// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.agent.OwnLoads;
import io.github.hivemqtdengine.loadtest.measure.MqttloaderReport;
import io.github.hivemqtdengine.loadtest.measure.MqttloaderReport.Form;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.runner.Interruption;
import io.github.hivemqtdengine.loadtest.scenario.reader.InvalidScenarioException;
import io.github.hivemqtdengine.loadtest.scenario.reader.MqttloaderArguments;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Replaces mqttloader: takes its options and prints its report. */
@Command(
        name = "load",
        description =
                "Only the load, with the options of mqttloader 0.7 (-b tcp://127.0.0.1:1883 -p 10 -s 10 -m 1000) or "
                        + "0.8 (-c FILE), against a broker that runs already. Prints what mqttloader would print.")
final class LoadCommand implements Callable<Integer> {

    private static final String CLIENTS = "loadtest";

    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Adds the options of mqttloader to the help, which are not those of picocli. */
    @Spec
    void setSpec(CommandSpec spec) {
        this.spec = spec;
        spec.usageMessage()
                .footerHeading("Options of mqttloader 0.7, with the key of a file that each stands for:%n")
                .footer(MqttloaderArguments.options().toArray(String[]::new));
    }

    @Unmatched
    private final List<String> arguments = new ArrayList<>(); // picocli adds to it

    @Override
    @SuppressWarnings("try") // interruption is only opened and closed
    public Integer call() throws IOException, InterruptedException, InvalidScenarioException {
        var out = spec.commandLine().getOut();
        var form = arguments.contains("-c") ? Form.V0_8 : Form.V0_7;
        var asked = MqttloaderArguments.parse(arguments);
        var scenario = asked.scenario();
        scenario.notes().forEach(out::println);
        try (var interruption = Interruption.begin()) {
            var address =
                    new InetSocketAddress(asked.broker().host(), asked.broker().port());
            var load = new OwnLoads()
                    .run(scenario, address, CLIENTS, RunListener.NONE)
                    .result();
            var report = MqttloaderReport.of(
                    load, scenario.load().rampUp(), scenario.load().rampDown());
            out.print(report.text(form, ZoneId.systemDefault()));
            load.failures().forEach(out::println);
            out.flush();
            return load.failures().isEmpty() ? ExitCode.FINE : ExitCode.MISSED;
        }
    }
}
