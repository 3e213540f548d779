package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.LoadResult.Deliveries;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.link.Await;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.ConnectQueue;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.mqtt.link.Notes;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Subscribers of a load. Each slow one has a thread of its own, so that it does not delay the others. */
final class Subscribers implements AutoCloseable {

    private final SubscriberPlan plan;
    private final int publishers;
    private final Clients clients;
    private final PayloadFormat format;
    private final Recording recording;
    private final List<ReceivingClient> subscribers = new ArrayList<>();
    private final List<DeliveryCheck> checks = new ArrayList<>();
    private final List<Loop> slowLoops = new ArrayList<>();

    Subscribers(Clients clients, LoadPlan load, PayloadFormat format, Recording recording) {
        this.plan = load.subscribers();
        this.publishers = load.publishers().count();
        this.clients = clients;
        this.format = format;
        this.recording = recording;
    }

    int count() {
        return subscribers.size();
    }

    void connect() throws IOException, InterruptedException {
        var queue = new ConnectQueue(clients.loop().eventLoop());
        var connected = new ArrayList<CompletableFuture<?>>();
        var share = plan.shared() ? "$share/" + clients.broker().clientPrefix() + "/" : "";
        for (int number = 0; number < plan.count(); number++) {
            var seat = seat(number);
            var subscriber = new ReceivingClient(seat, clients.link(seat), plan, format, check(), recording);
            subscribers.add(subscriber);
            connected.add(queue.add(() -> subscriber.connect(share)));
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
            checks.add(new DeliveryCheck(publishers));
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

    /** Returns whether every subscription has received {@code due} messages. */
    boolean haveAll(long due) {
        return checks.stream().allMatch(check -> check.different() >= due);
    }

    /** Returns the arrival of the last delivery, 0 without deliveries. */
    long lastMicros() {
        long last = clients.loop().requireNotes().lastMicros();
        for (var loop : slowLoops) {
            last = Math.max(last, loop.requireNotes().lastMicros());
        }
        return last;
    }

    /** Stops recording on all loops and returns the combined measurements. */
    Notes notes(Loop common) throws IOException, InterruptedException {
        var all = new Notes(common.requireNotes().startMicros());
        all.add(Await.result(common.end()));
        for (var loop : slowLoops) {
            all.add(Await.result(loop.end()));
        }
        return all;
    }

    /** Returns the deliveries, after the end of recording. */
    Deliveries deliveries(Expectation expectation, Notes notes, Failures failures) {
        long expected = 0;
        long missing = 0;
        long received = 0;
        long again = 0;
        for (var check : checks) {
            long due = format.isNumbered() ? expectation.due(check) : expectation.due();
            expected += due;
            received += check.received();
            missing += Math.max(0, due - check.different());
            again += check.again() + Math.max(0, check.different() - due);
            if (check.foreign() > 0) {
                failures.add(check.foreign() + " messages came that no publisher of this load sent");
            }
        }
        return new Deliveries(
                expected,
                received,
                missing,
                again,
                notes.lastMicros(),
                notes.received(),
                notes.latency(),
                notes.latencyPerSecond());
    }

    @Override
    public void close() {
        slowLoops.forEach(Loop::release);
        Await.goodbye(subscribers.stream().map(ReceivingClient::disconnect).toList());
        slowLoops.forEach(Loop::close);
    }
}
