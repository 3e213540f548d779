// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.measure.RecordFile;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.Loader;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/** Load by this suite's own {@link Loader}. */
public final class OwnLoads implements Loads {

    @Override
    public String title() {
        var versions = Versions.read();
        return "this suite's, " + versions.suite() + ", with HiveMQ MQTT Client " + versions.mqttClient();
    }

    @Override
    public Loaded run(Scenario scenario, InetSocketAddress broker, String clientPrefix, RunListener listener)
            throws IOException, InterruptedException {
        var output = scenario.output();
        if (output.isEmpty()) {
            return run(scenario, new Loader(broker, clientPrefix, Recording.NOTHING), listener);
        }
        try (var file = RecordFile.in(output.get(), Instant.now(), ZoneId.systemDefault())) {
            var loaded = run(scenario, new Loader(broker, clientPrefix, file), listener);
            file.started(loaded.result().startMicros());
            return loaded;
        }
    }

    private static Loaded run(Scenario scenario, Loader loader, RunListener listener)
            throws IOException, InterruptedException {
        return new Loaded(loader.run(scenario.load(), listener), List.of());
    }
}
