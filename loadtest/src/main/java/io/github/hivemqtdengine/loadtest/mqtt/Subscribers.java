// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.ConnectQueue;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
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
import java.util.stream.Stream;

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
        var queue = new ConnectQueue(clients.receiving().get(0).eventLoop());
        var connected = new ArrayList<CompletableFuture<?>>();
        var subscription = plan.shared() ? "$share/" + clients.broker().clientPrefix() + group.name() + "/" : "";
        for (int number : share.numbers(plan.first(), plan.count())) {
            if (queue.hasFailed()) {
                break;
            }
            var seat = seat(number);
            var link = clients.link(seat, group.sessions(), MessageProperties.NONE, context -> {});
            var subscriber = new ReceivingClient(
                    seat, link, position, plan.of(number), new TopicStamps(formats), check(), recording);
            group.sessions()
                    .churn()
                    .ifPresent(churn ->
                            departures.add(new Departures(seat, link, churn, Optional.empty(), clients.lost())));
            subscribers.add(subscriber);
            connected.add(Failures.named(
                    seat.clientId(),
                    clients.broker().connect(queue, () -> seat.loop().call(() -> subscriber.connect(subscription)))));
        }
        Await.connected(CompletableFuture.allOf(connected.toArray(CompletableFuture<?>[]::new)));
    }

    private Broker.Seat seat(int number) throws IOException {
        if (plan.delay().isZero()) {
            return clients.subscriber(group.name(), number);
        }
        var loop = new Loop("slow-subscriber-" + number);
        slowLoops.add(loop);
        return clients.broker().seat(group.name(), 's', number, loop, false);
    }

    private DeliveryCheck check() {
        if (checks.isEmpty() || !plan.shared()) {
            checks.add(new DeliveryCheck(publishers, messages));
        }
        return checks.get(checks.size() - 1);
    }

    /** Returns the loops of slow subscribers. */
    List<Loop> slowLoops() {
        return slowLoops;
    }

    /** Returns the messages without duplicates of each subscription of the plan, of the subscriber with the fewest. */
    Stream<Long> received() {
        long fewest =
                checks.stream().mapToLong(DeliveryCheck::different).min().orElse(plan.shared() ? 0 : Long.MAX_VALUE);
        int before = share.numbers(0, plan.first()).size();
        return plan.subscriptions().stream().map(each -> {
            if (each.equals(plan)) {
                return fewest;
            }
            boolean isOwn = share.has(each.first());
            return isOwn ? checks.get(share.position(each.first()) - before).different() : Long.MAX_VALUE;
        });
    }

    Stream<CompletableFuture<?>> echoes() {
        return subscribers.stream().map(ReceivingClient::echo);
    }

    void start(long startMicros) {
        departures.forEach(each -> each.start(startMicros));
    }

    /** Ends the departures. */
    void stay() {
        departures.forEach(Departures::end);
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
