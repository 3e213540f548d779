// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.CallPlan;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.CrowdPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the load of the clients. */
public final class LoadReader {

    private static final int MOST_CLIENTS = 10_000_000;

    private final Settings settings;

    public LoadReader(Settings settings) {
        this.settings = settings;
    }

    public LoadPlan read() {
        var execTime = settings.seconds(ScenarioKey.EXEC_TIME, 1);
        var groups = groups(execTime);
        var crowd = crowd();
        var load = new LoadPlan(
                new ClientsReader(settings).read(),
                groups,
                crowd,
                calls(crowd, groups.get(0).publishers().qos()),
                settings.seconds(ScenarioKey.RAMP_UP, 0),
                settings.seconds(ScenarioKey.RAMP_DOWN, 0),
                settings.seconds(ScenarioKey.SUBSCRIBER_TIMEOUT, 0),
                execTime);
        if (load.calls().isPresent() && load.clients().mqttVersion() < 5) {
            settings.refuse(ScenarioKey.CALLS, "needs mqtt_version = 5, which has response topics");
        }
        if (load.calls().isPresent() && !settings.groups().isEmpty()) {
            settings.refuse(ScenarioKey.CALLS, "does not go with x.group: calls need a scenario of their own");
        }
        new EdgeNodesReader(settings).check(load);
        new TrafficSettings(settings).check(load);
        return load;
    }

    private List<ClientGroup> groups(Duration execTime) {
        if (settings.groups().isEmpty()) {
            return List.of(new GroupReader("", settings, execTime).read(0, 0));
        }
        var groups = new ArrayList<ClientGroup>();
        int publishers = 0;
        int subscribers = 0;
        for (var each : settings.groups().entrySet()) {
            var group = new GroupReader(each.getKey(), each.getValue(), execTime).read(publishers, subscribers);
            groups.add(group);
            publishers = Math.min(MOST_CLIENTS, publishers + group.publishers().count());
            subscribers =
                    Math.min(MOST_CLIENTS, subscribers + group.subscribers().count());
        }
        GroupConflicts.check(settings.groups(), groups);
        return groups;
    }

    private CrowdPlan crowd() {
        int connections = settings.whole(ScenarioKey.CONNECTIONS, 0, MOST_CLIENTS);
        var storm = settings.find(ScenarioKey.STORM, Storm::parse).orElse(Storm.NONE);
        if (storm.size() > connections) {
            settings.refuse(ScenarioKey.STORM, "needs as many x.connections at least");
        }
        return new CrowdPlan(connections, settings.duration(ScenarioKey.HOLD), storm.size(), storm.interval());
    }

    private Optional<CallPlan> calls(CrowdPlan crowd, int qos) {
        int count = settings.whole(ScenarioKey.CALLS, 0, Integer.MAX_VALUE);
        int devices = settings.whole(ScenarioKey.DEVICES, 1, MOST_CLIENTS);
        var timeout = settings.duration(ScenarioKey.CALL_TIMEOUT);
        if (count > 0 && devices > crowd.connections()) {
            settings.refuse(
                    ScenarioKey.CALLS, "needs as many x.connections at least as x.devices, which is " + devices);
        }
        return count == 0 ? Optional.empty() : Optional.of(new CallPlan(count, devices, qos, timeout));
    }
}
