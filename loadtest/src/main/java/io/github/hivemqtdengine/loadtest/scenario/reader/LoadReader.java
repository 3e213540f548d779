// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CallPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CrowdPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the load of the clients. */
final class LoadReader {

    private static final int MOST_CLIENTS = 10_000_000;

    private final Settings settings;

    LoadReader(Settings settings) {
        this.settings = settings;
    }

    LoadPlan read() {
        var groups = groups(settings.get("exec_time"));
        var clients = new ClientsReader(settings);
        var load = new LoadPlan(
                clients.read(),
                groups,
                crowd(),
                calls(groups.get(0).publishers().qos()),
                settings.get("ramp_up"),
                settings.get("ramp_down"),
                settings.get("subscriber_timeout"),
                settings.get("exec_time"));
        GroupConflicts.checkFilters(settings, load);
        clients.check(load);
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
        int connections = settings.get("x.connections");
        var storm = settings.<CrowdPlan>find("x.storm").orElse(CrowdPlan.NONE);
        if (storm.stormSize() > connections) {
            settings.refuse("x.storm", "needs as many x.connections at least");
        }
        return new CrowdPlan(connections, settings.get("x.hold"), storm.stormSize(), storm.stormInterval());
    }

    private Optional<CallPlan> calls(int qos) {
        int count = settings.get("x.calls");
        int devices = settings.get("x.devices");
        if (count > 0 && devices > settings.<Integer>get("x.connections")) {
            settings.refuse("x.calls", "needs as many x.connections at least as x.devices, which is " + devices);
        }
        return count == 0
                ? Optional.empty()
                : Optional.of(new CallPlan(count, devices, qos, settings.get("x.call_timeout")));
    }
}
