// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup.RowPlan;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.TlsSettings;
import io.github.hivemqtdengine.loadtest.scenario.EdgeNodePlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CallPlan;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CrowdPlan;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Compression;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Format;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.SessionPlan;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Builder of load plans for tests, with a small plan as the default. */
final class Plans {

    private int version = 5;
    private Optional<TlsSettings> tls = Optional.empty();
    private Optional<ClientSettings.Credentials> credentials = Optional.empty();
    private int addresses = 1;
    private boolean reconnect;
    private int publishers = 3;
    private int publisherQos = 1;
    private boolean retain;
    private TopicPattern topics = new TopicPattern("test/{client}/{seq}", 4);
    private PayloadPlan payload = new PayloadPlan(Format.MQTTLOADER, 20, "", 1, Compression.NONE);
    private int messages = 200;
    private Pace pace = new Pace.ClosedLoop(Duration.ZERO);
    private int window = 50;
    private int subscribers = 2;
    private int subscriberQos = 1;
    private boolean shared;
    private String filter = "test/+/+";
    private Duration delay = Duration.ZERO;
    private CrowdPlan crowd = CrowdPlan.NONE;
    private Optional<CallPlan> calls = Optional.empty();
    private Duration subscriberTimeout = Duration.ofSeconds(20);
    private Duration execTime = Duration.ofSeconds(60);

    Plans version(int mqttVersion) {
        version = mqttVersion;
        return this;
    }

    Plans tls(TlsSettings settings) {
        tls = Optional.of(settings);
        return this;
    }

    Plans credentials(String user, String password) {
        credentials = Optional.of(new ClientSettings.Credentials(user, password));
        return this;
    }

    Plans addresses(int count) {
        addresses = count;
        return this;
    }

    Plans reconnect() {
        reconnect = true;
        return this;
    }

    Plans publishers(int count, int qos, int messagesOfEach) {
        publishers = count;
        publisherQos = qos;
        messages = messagesOfEach;
        return this;
    }

    Plans retain() {
        retain = true;
        return this;
    }

    Plans topics(String pattern, int count) {
        topics = new TopicPattern(pattern, count);
        filter = topics.filter();
        return this;
    }

    Plans payload(Format format, int bytes, String template, int records, Compression compression) {
        payload = new PayloadPlan(format, bytes, template, records, compression);
        return this;
    }

    Plans edgeNodes(EdgeNodePlan nodes) {
        payload = new PayloadPlan(
                Format.EDGE_NODE, 0, "", nodes.changed(), Compression.NONE, Optional.of(nodes), Optional.empty());
        return this;
    }

    Plans pace(Pace newPace) {
        pace = newPace;
        return this;
    }

    Plans window(int most) {
        window = most;
        return this;
    }

    Plans subscribers(int count, int qos) {
        subscribers = count;
        subscriberQos = qos;
        return this;
    }

    Plans shared() {
        shared = true;
        return this;
    }

    Plans filter(String newFilter) {
        filter = newFilter;
        return this;
    }

    Plans delay(Duration each) {
        delay = each;
        return this;
    }

    Plans crowd(int connections, Duration hold, int stormSize, Duration stormInterval) {
        crowd = new CrowdPlan(connections, hold, stormSize, stormInterval);
        return this;
    }

    Plans calls(int count, int devices, Duration timeout) {
        calls = Optional.of(new CallPlan(count, devices, 1, timeout));
        return this;
    }

    Plans subscriberTimeout(Duration timeout) {
        subscriberTimeout = timeout;
        return this;
    }

    Plans execTime(Duration time) {
        execTime = time;
        return this;
    }

    LoadPlan plan() {
        return new LoadPlan(
                new ClientSettings(
                        version, credentials, tls, Optional.empty(), Duration.ofSeconds(60), addresses, reconnect),
                List.of(new ClientGroup(
                        "",
                        Duration.ZERO,
                        new PublisherPlan(publishers, publisherQos, retain, topics, payload, messages, pace, window),
                        new SubscriberPlan(subscribers, subscriberQos, shared, filter, delay),
                        SessionPlan.NONE,
                        new RowPlan(Optional.empty(), Optional.empty(), 1, false))),
                crowd,
                calls,
                Duration.ZERO,
                Duration.ZERO,
                subscriberTimeout,
                execTime);
    }
}
