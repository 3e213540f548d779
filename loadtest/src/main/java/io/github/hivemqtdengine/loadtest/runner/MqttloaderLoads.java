// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.measure.MqttloaderOutput;
import io.github.hivemqtdengine.loadtest.measure.MqttloaderTroubles;
import io.github.hivemqtdengine.loadtest.measure.RecordFile;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.runner.mqttloader.GuardedFolder;
import io.github.hivemqtdengine.loadtest.runner.mqttloader.MqttloaderProgram;
import io.github.hivemqtdengine.loadtest.runner.mqttloader.MqttloaderProgram.Said;
import io.github.hivemqtdengine.loadtest.scenario.BrokerAddress;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.mqttloader.MqttloaderFile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Load by the real mqttloader in a child process. Its own keys apply; it has no {@code x.} keys. Its messages have no
 * numbers, so rows are only counted. It does not report acknowledgements, so all messages sent are expected.
 */
public final class MqttloaderLoads implements Loads {

    private static final List<ScenarioKey> OURS = List.of(ScenarioKey.TOPIC_PATTERN, ScenarioKey.FORMAT);

    private static final List<ScenarioKey> OF_MQTT = List.of(
            ScenarioKey.THINK,
            ScenarioKey.START,
            ScenarioKey.CHURN,
            ScenarioKey.SESSION_EXPIRY,
            ScenarioKey.WILL,
            ScenarioKey.USER_PROPERTIES,
            ScenarioKey.MESSAGE_EXPIRY,
            ScenarioKey.CONTENT_TYPE,
            ScenarioKey.RESPONSE_TOPIC,
            ScenarioKey.TOPIC_ALIAS);

    /** Metrics that mqttloader does not report; loader CPU is unknown because its process ends before the round. */
    private static final Set<Figure> UNKNOWN =
            Set.of(Figure.UNACKNOWLEDGED, Figure.CONNECTIONS_LOST, Figure.LOADER_CPU_US);

    /** Metrics that mqttloader reports without ramp-up and ramp-down. */
    private static final Set<Figure> OF_THE_WHOLE_RUN = Set.of(Figure.SENT, Figure.DELIVERIES);

    private static final Duration AROUND = Duration.ofMinutes(2);
    /** Time for each client: mqttloader connects and disconnects them one by one, some tenths of a second each. */
    private static final Duration PER_CLIENT = Duration.ofSeconds(1);

    private final MqttloaderProgram program;
    private final Duration around;

    private MqttloaderLoads(MqttloaderProgram program, Duration around) {
        this.program = program;
        this.around = around;
    }

    /**
     * Returns the mqttloader of a folder.
     *
     * @param home folder with {@code bin/mqttloader}
     * @throws IOException if it is missing or older than 0.8.3
     */
    public static MqttloaderLoads at(Path home) throws IOException, InterruptedException {
        return at(home, AROUND);
    }

    /** @param around time limit beyond {@code exec_time} and a second for each client */
    static MqttloaderLoads at(Path home, Duration around) throws IOException, InterruptedException {
        return new MqttloaderLoads(MqttloaderProgram.at(home), around);
    }

    @Override
    public String title() {
        return "mqttloader " + program.version();
    }

    @Override
    public Optional<String> unmet(Scenario scenario) {
        if (!scenario.faults().isEmpty()) {
            return Optional.of("mqttloader does not say when it begins, so nothing can go wrong at a time");
        }
        if (scenario.load().clients().reconnect()) {
            return Optional.of("mqttloader does not reconnect");
        }
        if (scenario.load().clients().webSocketPath().isPresent()) {
            return Optional.of("mqttloader does not connect by WebSocket");
        }
        if (scenario.settings().keySet().stream().anyMatch(key -> key.contains("x.group."))) {
            return Optional.of("mqttloader has one group of clients only");
        }
        if (OURS.stream().anyMatch(key -> scenario.settings().containsKey(key.word()))) {
            return Optional.of("mqttloader knows neither the topics nor the payloads of this scenario");
        }
        if (OF_MQTT.stream().anyMatch(key -> scenario.settings().containsKey(key.word()))) {
            return Optional.of("mqttloader has neither think times nor wills, sessions and properties of MQTT 5");
        }
        var load = scenario.load();
        return load.crowd().connections() > 0 || load.calls().isPresent()
                ? Optional.of("mqttloader has no connections beside publishers and subscribers")
                : Optional.empty();
    }

    @Override
    public boolean rowsTellMessages(Scenario scenario) {
        return false;
    }

    @Override
    public Scenario asRun(Scenario scenario) {
        return scenario.withLoad(MqttloaderFile.load(scenario));
    }

    @Override
    public Loaded run(Scenario scenario, InetSocketAddress broker, String clientPrefix, RunListener listener)
            throws IOException, InterruptedException {
        try (var folder = GuardedFolder.create("mqttloader-")) {
            var file = folder.path().resolve("mqttloader.conf");
            var address = new BrokerAddress(broker.getHostString(), broker.getPort());
            Files.writeString(file, MqttloaderFile.text(scenario, address, folder.path()));
            var load = scenario.load();
            var said = program.run(file, folder, limit(load));
            var printed = printed(said);
            var records = recordFile(folder.path());
            var result = result(load, RecordFile.read(records, copies(load)), said);
            if (scenario.output().isPresent()) {
                RecordFile.move(records, scenario.output().get());
            }
            return new Loaded(result, printed, UNKNOWN);
        }
    }

    private Duration limit(LoadPlan load) {
        return load.execTime().plus(PER_CLIENT.multipliedBy(load.connections())).plus(around);
    }

    /** @throws IOException if mqttloader has printed no report */
    private static Map<Figure, Double> printed(Said said) throws IOException {
        try {
            var figures = new EnumMap<>(MqttloaderOutput.parse(said.printed()).figures());
            figures.keySet().removeAll(OF_THE_WHOLE_RUN);
            return figures;
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    said.ended() ? "mqttloader ended" + said.end() : "mqttloader did not end" + said.end(), e);
        }
    }

    /** mqttloader ignores shared subscriptions with MQTT 3.1.1. */
    private static int copies(LoadPlan load) {
        boolean shared = load.only().subscribers().shared() && load.clients().mqttVersion() == 5;
        return shared ? 1 : load.subscribers();
    }

    /** All clients have connected, because otherwise mqttloader fails. */
    private static LoadResult result(LoadPlan load, LoadResult recorded, Said said) {
        var troubles = new ArrayList<>(
                MqttloaderTroubles.of(said.logged(), recorded.deliveries().lost()));
        if (!said.ended()) {
            troubles.add("mqttloader had printed its report, but did not end");
        }
        return recorded.with(new LoadResult.Connections(load.connections(), 0, 0, 0, 0), troubles);
    }

    private static Path recordFile(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder, "*.csv")) {
            for (var file : files) {
                return file;
            }
        }
        throw new IOException("mqttloader has written no record file");
    }
}
