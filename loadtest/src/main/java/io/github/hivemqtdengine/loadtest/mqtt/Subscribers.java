// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.ConnectQueue;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.mqtt.link.Notes;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.MessageProperties;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Subscribers of a group. Each slow one has a thread of its own, so that it does not delay the others. */
final class Subscribers implements AutoCloseable {

    private final ClientGroup group;
    private final int position;
    private final SubscriberPlan plan;
    private final Share share;
    private final int publishers;
    private final int messages;
    private final Clients clients;
    private final Map<ClientGroup, PayloadFormat> formats;
    private final Recording recording;
    private final List<ReceivingClient> subscribers = new ArrayList<>();
    private final List<DeliveryCheck> checks = new ArrayList<>();
    private final List<Loop> slowLoops = new ArrayList<>();
    private final List<Departures> departures = new ArrayList<>();

    /** @param formats payloads of the groups that publish */
    Subscribers(
            Clients clients,
            ClientGroup group,
            LoadPlan load,
            Share share,
            Map<ClientGroup, PayloadFormat> formats,
            Recording recording) {
        this.group = group;
        this.position = load.groups().indexOf(group);
        this.plan = group.subscribers();
        this.share = share;
        this.publishers = load.publishers();
        this.messages = load.mostMessages();
        this.clients = clients;
        this.formats = formats;
        this.recording = recording;
    }

    int count() {
        return subscribers.size();
    }

    void connect() throws IOException, InterruptedException {
        var queue = new ConnectQueue(clients.loop().eventLoop());
        var connected = new ArrayList<CompletableFuture<?>>();
        var subscription = plan.shared() ? "$share/" + clients.broker().clientPrefix() + group.name() + "/" : "";
        for (int number : share.numbers(plan.first(), plan.count())) {
            var seat = seat(number);
            var link = clients.link(seat, group.sessions(), MessageProperties.NONE, context -> {});
            var subscriber =
                    new ReceivingClient(seat, link, position, plan, new TopicStamps(formats), check(), recording);
            group.sessions()
                    .churn()
                    .ifPresent(churn ->
                            departures.add(new Departures(seat, link, churn, Optional.empty(), clients.lost())));
            subscribers.add(subscriber);
            connected.add(queue.add(() -> subscriber.connect(subscription)));
        }
        Await.connected(CompletableFuture.allOf(connected.toArray(CompletableFuture<?>[]::new)));
    }

    private Broker.Seat seat(int number) {
        var seat = clients.seat('s', number);
        if (plan.delay().isZero()) {
            return seat;
        }
        var loop = new Loop("slow-subscriber-" + number);
        slowLoops.add(loop);
        return new Broker.Seat(seat.clientId(), number, loop, false);
    }

    private DeliveryCheck check() {
        if (checks.isEmpty() || !plan.shared()) {
            checks.add(new DeliveryCheck(publishers, messages));
        }
        return checks.get(checks.size() - 1);
    }

    void begin(long startMicros) {
        slowLoops.forEach(loop -> loop.begin(startMicros));
    }

    /** Returns the loops of slow subscribers. */
    List<Loop> slowLoops() {
        return slowLoops;
    }

    /** Returns the messages without duplicates of the subscription with the fewest of them. */
    long received() {
        return checks.stream().mapToLong(DeliveryCheck::different).min().orElse(plan.shared() ? 0 : Long.MAX_VALUE);
    }

    void start(long startMicros) {
        departures.forEach(each -> each.start(startMicros));
    }

    /** Ends the departures. */
    void stay() {
        departures.forEach(Departures::end);
    }

    /** Returns the arrival of the last delivery at slow subscribers, 0 without deliveries. */
    long lastMicros() {
        return slowLoops.stream()
                .mapToLong(loop -> loop.requireNotes().lastMicros())
                .max()
                .orElse(0);
    }

    /** Stops recording on the loops of slow subscribers and adds their measurements. */
    void addNotes(Notes all) throws IOException, InterruptedException {
        for (var loop : slowLoops) {
            all.add(Await.result(loop.end()));
        }
    }

    /** Returns the deliveries of each subscription. */
    List<DeliveryCheck> checks() {
        return List.copyOf(checks);
    }

    @Override
    public void close() {
        stay();
        slowLoops.forEach(Loop::release);
        Await.goodbye(subscribers.stream().map(ReceivingClient::disconnect).toList());
        slowLoops.forEach(Loop::close);
    }
}
