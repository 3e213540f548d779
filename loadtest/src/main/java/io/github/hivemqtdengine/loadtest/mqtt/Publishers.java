package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.ConnectQueue;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Link;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Publishers of a load. */
final class Publishers implements AutoCloseable {

    private final PublisherPlan plan;
    private final Clients clients;
    private final Recording recording;
    private final Failures failures;
    private final PayloadFormat format;
    private final RebirthStorm storm;
    private final List<Sender> publishers = new ArrayList<>();

    Publishers(Clients clients, LoadPlan load, Recording recording, Failures failures) {
        this.plan = load.publishers();
        this.clients = clients;
        this.recording = recording;
        this.failures = failures;
        this.format = PayloadFormat.of(plan.payload(), plan.topics().topics());
        this.storm = new RebirthStorm(clients.loop(), plan.count());
    }

    PayloadFormat format() {
        return format;
    }

    int count() {
        return publishers.size();
    }

    void connect() throws IOException, InterruptedException {
        var queue = new ConnectQueue(clients.loop().eventLoop());
        var connected = new ArrayList<CompletableFuture<?>>();
        for (int number = 0; number < plan.count(); number++) {
            var seat = clients.seat('p', number);
            var publisher = plan.payload().edgeNodes().isPresent() ? edgeNode(seat) : client(seat, clients.link(seat));
            publishers.add(publisher);
            connected.add(queue.add(publisher::connect));
        }
        Await.connected(CompletableFuture.allOf(connected.toArray(CompletableFuture<?>[]::new)));
    }

    private <M> SendingClient<M> client(Broker.Seat seat, Link<M> link) {
        return new SendingClient<>(seat, link, plan, format.source(seat.number()), recording, failures);
    }

    private EdgeNode edgeNode(Broker.Seat seat) {
        var payloads = format.source(seat.number());
        return new EdgeNode(seat, clients, plan, payloads, storm, recording, failures);
    }

    void start(long startMicros) {
        publishers.forEach(publisher -> publisher.start(startMicros));
    }

    boolean areThrough() {
        return publishers.stream().allMatch(publisher -> publisher.through().isDone());
    }

    /** Stops unfinished publishers; returns when the last one finished, in epoch microseconds. */
    long end() throws IOException, InterruptedException {
        long last = clients.loop().requireNotes().startMicros();
        publishers.forEach(Sender::stop);
        for (var publisher : publishers) {
            last = Math.max(last, Await.result(publisher.through()));
        }
        return last;
    }

    /** Returns the messages sent, after {@link #end}. */
    List<SentLog> logs() {
        return publishers.stream().map(Sender::log).toList();
    }

    @Override
    public void close() {
        publishers.forEach(Sender::stop);
        Await.goodbye(publishers.stream().map(Sender::disconnect).toList());
    }
}
