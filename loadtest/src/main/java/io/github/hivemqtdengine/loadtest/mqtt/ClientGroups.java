package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.LoadResult.Deliveries;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.mqtt.link.Notes;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Publishers and subscribers of all groups of a load. */
final class ClientGroups implements AutoCloseable {

    private final Clients clients;
    private final LoadPlan plan;
    private final Failures failures;
    private final Map<ClientGroup, PayloadFormat> formats = new LinkedHashMap<>();
    private final List<Publishers> publishers = new ArrayList<>();
    private final List<Subscribers> subscribers = new ArrayList<>();
    private final List<Expectation> expectations = new ArrayList<>();

    ClientGroups(Clients clients, LoadPlan plan, Recording recording, Failures failures) {
        this.clients = clients;
        this.plan = plan;
        this.failures = failures;
        for (var group : plan.groups()) {
            var its = group.publishers();
            var format = PayloadFormat.of(its.payload(), its.topics().topics());
            if (its.count() > 0 || plan.groups().size() == 1) {
                formats.put(group, format);
            }
            publishers.add(new Publishers(clients, group, format, recording, failures));
        }
        plan.groups().forEach(group -> subscribers.add(new Subscribers(clients, group, plan, formats, recording)));
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
        return publishers.stream().mapToInt(Publishers::count).sum()
                + subscribers.stream().mapToInt(Subscribers::count).sum();
    }

    /** Returns the loops of slow subscribers. */
    List<Loop> slowLoops() {
        return subscribers.stream().flatMap(each -> each.slowLoops().stream()).toList();
    }

    /** Starts recording. */
    void begin(long startMicros) {
        subscribers.forEach(each -> each.begin(startMicros));
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

    /** Stops unfinished publishers and all departures; returns when the last publisher finished. */
    long end() throws IOException, InterruptedException {
        long last = clients.loop().requireNotes().startMicros();
        publishers.forEach(Publishers::stay);
        subscribers.forEach(Subscribers::stay);
        for (var each : publishers) {
            last = Math.max(last, each.end());
        }
        var logs = logs();
        for (var group : plan.groups()) {
            expectations.add(new Expectation(formats, group.subscribers().filter(), logs));
        }
        return last;
    }

    /** Returns the messages sent, after {@link #end}. */
    List<SentLog> logs() {
        return publishers.stream().flatMap(each -> each.logs().stream()).toList();
    }

    /** Returns the last wills of publishers that have them, after {@link #end}. */
    List<SentLog> wills() {
        return publishers.stream().flatMap(each -> each.wills().stream()).toList();
    }

    /** Returns the deliveries due for each group's subscriptions. Scans all messages. */
    List<Long> due() {
        return expectations.stream().map(Expectation::due).toList();
    }

    /** Returns whether every subscription has received the messages due. */
    boolean haveAll(List<Long> due) {
        for (int i = 0; i < subscribers.size(); i++) {
            if (!subscribers.get(i).haveAll(due.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the arrival of the last delivery, 0 without deliveries. */
    long lastMicros() {
        long last = clients.loop().requireNotes().lastMicros();
        for (var each : subscribers) {
            last = Math.max(last, each.lastMicros());
        }
        return last;
    }

    /** Stops recording on all loops and returns the combined measurements. */
    Notes notes() throws IOException, InterruptedException {
        var all = new Notes(clients.loop().requireNotes().startMicros());
        all.add(Await.result(clients.loop().end()));
        for (var each : subscribers) {
            each.addNotes(all);
        }
        return all;
    }

    /** Returns the deliveries, after the end of recording. */
    Deliveries deliveries(Notes notes) {
        var sum = Subscribers.Tally.NONE;
        for (int i = 0; i < subscribers.size(); i++) {
            sum = sum.plus(subscribers.get(i).tally(expectations.get(i), failures));
        }
        return new Deliveries(
                sum.expected(),
                sum.received(),
                sum.missing(),
                sum.again(),
                notes.lastMicros(),
                notes.received(),
                notes.latency(),
                notes.latencyPerSecond());
    }

    @Override
    public void close() {
        subscribers.forEach(Subscribers::close);
        publishers.forEach(Publishers::close);
    }
}
