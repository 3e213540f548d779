// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.mqtt.link.Notes;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Publishers and subscribers of all groups of a load. */
final class ClientGroups implements AutoCloseable {

    private final Clients clients;
    private final LoadPlan plan;
    private final Map<ClientGroup, PayloadFormat> formats;
    private final List<Publishers> publishers = new ArrayList<>();
    private final List<Subscribers> subscribers = new ArrayList<>();

    ClientGroups(Clients clients, LoadPlan plan, Share share, Recording recording, Failures failures) {
        this.clients = clients;
        this.plan = plan;
        this.formats = formats(plan);
        for (var group : plan.groups()) {
            publishers.add(new Publishers(clients, group, share, format(group), recording, failures));
            subscribers.add(new Subscribers(clients, group, plan, share, formats, recording));
        }
    }

    /** Returns the payloads of the groups that publish, or of the only group. */
    static Map<ClientGroup, PayloadFormat> formats(LoadPlan plan) {
        var formats = new LinkedHashMap<ClientGroup, PayloadFormat>();
        for (var group : plan.groups()) {
            if (group.publishers().count() > 0 || plan.groups().size() == 1) {
                formats.put(group, format(group));
            }
        }
        return formats;
    }

    private static PayloadFormat format(ClientGroup group) {
        var its = group.publishers();
        return PayloadFormat.of(its.payload(), its.topics().topics());
    }

    /** Connects all, subscribers first. */
    void connect() throws IOException, InterruptedException {
        for (var each : subscribers) {
            each.connect();
        }
        for (var each : publishers) {
            each.connect();
        }
    }

    int count() {
        return publishers.stream().mapToInt(Publishers::count).sum() + subscribers();
    }

    int subscribers() {
        return subscribers.stream().mapToInt(Subscribers::count).sum();
    }

    /** Returns the loops of all clients, those of slow subscribers last. */
    List<Loop> loops() {
        return Stream.concat(clients.loops(), subscribers.stream().flatMap(each -> each.slowLoops().stream()))
                .toList();
    }

    /** Starts recording. */
    void begin(long startMicros) {
        loops().forEach(loop -> loop.begin(startMicros));
    }

    /** Starts the publishers of each group at its time. */
    void start(long startMicros) {
        publishers.forEach(each -> each.start(startMicros));
        subscribers.forEach(each -> each.start(startMicros));
    }

    /** Returns whether all messages are sent and acknowledged. */
    boolean areThrough() {
        return publishers.stream().allMatch(Publishers::areThrough);
    }

    /** Stops unfinished publishers and all departures; returns when the last publisher finished; 0 without them. */
    long end() throws IOException, InterruptedException {
        long last = 0;
        publishers.forEach(Publishers::stay);
        subscribers.forEach(Subscribers::stay);
        for (var each : publishers) {
            last = Math.max(last, each.end());
        }
        return last;
    }

    /** Asks the broker for an answer to each client. */
    List<CompletableFuture<?>> echoes() {
        return Stream.<CompletableFuture<?>>concat(
                        publishers.stream().flatMap(Publishers::echoes),
                        subscribers.stream().flatMap(Subscribers::echoes))
                .toList();
    }

    /** Returns the messages sent, after {@link #end}. */
    List<SentLog> logs() {
        return publishers.stream().flatMap(each -> each.logs().stream()).toList();
    }

    /** Returns the last wills of publishers that have them, after {@link #end}. */
    List<SentLog> wills() {
        return publishers.stream().flatMap(each -> each.wills().stream()).toList();
    }

    /** Returns the messages of these publishers that each subscription of the plan can receive. Scans all messages. */
    List<Long> due() {
        var filters = plan.subscriptions().stream().map(SubscriberPlan::filter).toList();
        var expectations = Expectation.of(formats, filters, logs());
        return filters.stream()
                .map(filter -> Objects.requireNonNull(expectations.get(filter)).most())
                .toList();
    }

    /** Returns the messages without duplicates of each subscription of the plan. */
    List<Long> received() {
        return subscribers.stream().flatMap(Subscribers::received).toList();
    }

    /** Returns the deliveries of each group's subscriptions. */
    List<List<DeliveryCheck>> checks() {
        return subscribers.stream().map(Subscribers::checks).toList();
    }

    /** Returns the arrival of the last delivery, 0 without deliveries. */
    long lastMicros() {
        return loops().stream()
                .mapToLong(loop -> loop.requireNotes().lastMicros())
                .max()
                .orElse(0);
    }

    /** Stops recording on all loops and returns the combined measurements. */
    Notes notes() throws IOException, InterruptedException {
        var loops = loops();
        var all = new Notes(loops.get(0).requireNotes().startMicros());
        for (var loop : loops) {
            all.add(Await.result(loop.end()));
        }
        return all;
    }

    @Override
    public void close() {
        subscribers.forEach(Subscribers::close);
        publishers.forEach(Publishers::close);
    }
}
