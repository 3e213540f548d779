// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.ConnectQueue;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Link;
import io.github.hivemqtdengine.loadtest.mqtt.link.Sender;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.mqtt.replay.Replay;
import io.github.hivemqtdengine.loadtest.mqtt.replay.ReplayingClient;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/** Publishers of a group. */
final class Publishers implements AutoCloseable {

    private final ClientGroup group;
    private final PublisherPlan plan;
    private final Share share;
    private final Clients clients;
    private final Recording recording;
    private final Failures failures;
    private final PayloadFormat format;
    private final RebirthStorm storm;
    private final List<Replay> replays;
    private final List<Sender> publishers = new ArrayList<>();
    private final List<Departures> departures = new ArrayList<>();
    private final List<SentLog> wills = new ArrayList<>();

    Publishers(
            Clients clients,
            ClientGroup group,
            Share share,
            PayloadFormat format,
            Recording recording,
            Failures failures) {
        this.share = share;
        this.group = group;
        this.plan = group.publishers();
        this.clients = clients;
        this.recording = recording;
        this.failures = failures;
        this.format = format;
        this.storm = new RebirthStorm(clients.publishing().get(0), plan.count());
        this.replays = replays(plan);
    }

    private static List<Replay> replays(PublisherPlan plan) {
        try {
            return plan.payload().format() == PayloadPlan.Format.RECORDING ? Replay.of(plan) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int count() {
        return publishers.size();
    }

    void connect() throws IOException, InterruptedException {
        var queue = new ConnectQueue(clients.publishing().get(0).eventLoop());
        var connected = new ArrayList<CompletableFuture<?>>();
        for (int number : share.numbers(plan.first(), plan.count())) {
            if (queue.hasFailed()) {
                break;
            }
            var seat = clients.publisher(group.name(), number);
            var publisher = publisher(seat);
            publishers.add(publisher);
            connected.add(Failures.named(
                    seat.clientId(),
                    clients.broker().connect(queue, () -> seat.loop().call(publisher::connect))));
        }
        Await.connected(CompletableFuture.allOf(connected.toArray(CompletableFuture<?>[]::new)));
    }

    private Sender publisher(Broker.Seat seat) {
        if (!replays.isEmpty()) {
            return replayingClient(seat);
        }
        return plan.payload().edgeNodes().isPresent() ? edgeNode(seat) : client(seat);
    }

    private ReplayingClient replayingClient(Broker.Seat seat) {
        var link = clients.broker().linkV5(seat, context -> clients.lost().disconnected(seat.clientId(), context));
        var replay = replays.get(seat.number() - plan.first());
        return new ReplayingClient(seat, link, replay, plan.window(), plan.qos() > 0, recording, failures);
    }

    private SendingClient<?> client(Broker.Seat seat) {
        var itsWill = new ArrayList<LastWill<?>>(1);
        return client(
                seat,
                clients.link(
                        seat,
                        group.sessions(),
                        plan.properties(),
                        context -> itsWill.forEach(will -> will.disconnected(context))),
                itsWill);
    }

    private <M> SendingClient<M> client(Broker.Seat seat, Link<M> link, List<LastWill<?>> itsWill) {
        var payloads = format.source(seat.number());
        var will = plan.will().map(topic -> new LastWill<>(link, topic, plan, seat.number(), payloads));
        will.ifPresent(its -> {
            itsWill.add(its);
            wills.add(its.log());
        });
        group.sessions()
                .churn()
                .ifPresent(churn -> departures.add(
                        new Departures(seat, link, churn, will.map(Function.identity()), clients.lost())));
        return new SendingClient<>(seat, link, plan, payloads, recording, failures);
    }

    private EdgeNode edgeNode(Broker.Seat seat) {
        var payloads = format.source(seat.number());
        return new EdgeNode(seat, clients, plan, payloads, storm, recording, failures);
    }

    void start(long startMicros) {
        long itsMicros =
                startMicros + TimeUnit.NANOSECONDS.toMicros(group.start().toNanos());
        publishers.forEach(publisher -> publisher.start(itsMicros));
        departures.forEach(each -> each.start(itsMicros));
    }

    boolean areThrough() {
        return publishers.stream().allMatch(publisher -> publisher.through().isDone());
    }

    /** Ends the departures. */
    void stay() {
        departures.forEach(Departures::end);
    }

    /** Stops unfinished publishers; returns when the last one finished, in epoch microseconds; 0 for none. */
    long end() throws IOException, InterruptedException {
        long last = 0;
        publishers.forEach(Sender::stop);
        for (var publisher : publishers) {
            last = Math.max(last, Await.result(publisher.through()));
        }
        return last;
    }

    Stream<CompletableFuture<?>> echoes() {
        return publishers.stream().map(Sender::echo);
    }

    /** Returns the messages sent, after {@link #end}. */
    List<SentLog> logs() {
        return publishers.stream().map(Sender::log).toList();
    }

    /** Returns the last wills, after {@link #end}. */
    List<SentLog> wills() {
        return List.copyOf(wills);
    }

    @Override
    public void close() {
        stay();
        publishers.forEach(Sender::stop);
        Await.goodbye(publishers.stream().map(Sender::disconnect).toList());
    }
}
