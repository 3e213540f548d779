package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.CallPlan;
import io.github.hivemqtdengine.loadtest.scenario.CrowdPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
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
        var publishers = new PublishersReader(settings, execTime).read();
        var crowd = crowd();
        var load = new LoadPlan(
                new ClientsReader(settings).read(),
                publishers,
                subscribers(publishers.topics()),
                crowd,
                calls(crowd),
                settings.seconds(ScenarioKey.RAMP_UP, 0),
                settings.seconds(ScenarioKey.RAMP_DOWN, 0),
                settings.seconds(ScenarioKey.SUBSCRIBER_TIMEOUT, 0),
                execTime);
        if (load.calls().isPresent() && load.clients().mqttVersion() < 5) {
            settings.refuse(ScenarioKey.CALLS, "needs mqtt_version = 5, which has response topics");
        }
        new EdgeNodesReader(settings).check(load);
        return load;
    }

    private SubscriberPlan subscribers(TopicPattern topics) {
        return new SubscriberPlan(
                settings.whole(ScenarioKey.NUM_SUBSCRIBERS, 0, MOST_CLIENTS),
                settings.whole(ScenarioKey.QOS_SUBSCRIBER, 0, 2),
                settings.flag(ScenarioKey.SHARED_SUBSCRIPTION),
                settings.find(ScenarioKey.SUBSCRIBER_FILTER, text -> text).orElseGet(topics::filter),
                settings.duration(ScenarioKey.SUBSCRIBER_DELAY));
    }

    private CrowdPlan crowd() {
        int connections = settings.whole(ScenarioKey.CONNECTIONS, 0, MOST_CLIENTS);
        var storm = settings.find(ScenarioKey.STORM, Storm::parse).orElse(Storm.NONE);
        if (storm.size() > connections) {
            settings.refuse(ScenarioKey.STORM, "needs as many x.connections at least");
        }
        return new CrowdPlan(connections, settings.duration(ScenarioKey.HOLD), storm.size(), storm.interval());
    }

    private Optional<CallPlan> calls(CrowdPlan crowd) {
        int count = settings.whole(ScenarioKey.CALLS, 0, Integer.MAX_VALUE);
        int devices = settings.whole(ScenarioKey.DEVICES, 1, MOST_CLIENTS);
        var timeout = settings.duration(ScenarioKey.CALL_TIMEOUT);
        if (count > 0 && devices > crowd.connections()) {
            settings.refuse(
                    ScenarioKey.CALLS, "needs as many x.connections at least as x.devices, which is " + devices);
        }
        return count == 0 ? Optional.empty() : Optional.of(new CallPlan(count, devices, timeout));
    }
}
