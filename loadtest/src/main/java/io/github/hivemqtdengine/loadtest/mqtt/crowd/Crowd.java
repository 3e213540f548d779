// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.crowd;

import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.ConnectQueue;
import io.github.hivemqtdengine.loadtest.mqtt.link.Device;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Link;
import io.github.hivemqtdengine.loadtest.mqtt.link.LinkV5;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Idle connections of one event loop. Disconnected clients reconnect until the end. Confined to the loop's
 * thread; counters may be read by its tasks, or when it has ended.
 */
final class Crowd {

    private static final long SECONDS_TO_NEXT_TRY = 1;

    private final Broker broker;
    private final Loop loop;
    private final CrowdShare share;
    private final Failures failures;
    private final ConnectQueue queue;
    private final List<Member> members = new ArrayList<>();
    private @Nullable Future<?> storms;
    private boolean ending;
    private int breaking;
    private int connected;
    private long lost;
    private long reconnects;

    /** @param loops number of loops that connect at once */
    Crowd(Broker broker, Loop loop, int loops, CrowdShare share, Failures failures) {
        this.broker = broker;
        this.loop = loop;
        this.share = share;
        this.failures = failures;
        this.queue = new ConnectQueue(loop.eventLoop(), broker.settings().connectRate() > 0 ? 1 : loops);
    }

    /** Completes when all have tried to connect; refusals are recorded as failures. */
    CompletableFuture<?> connect() throws IOException, InterruptedException {
        var tries = new ArrayList<CompletableFuture<?>>();
        for (int i = 0; i < share.connections(); i++) {
            var member = new Member(share.first() + i);
            var tried = new CompletableFuture<@Nullable Void>();
            members.add(member);
            tries.add(tried);
            var unused = broker.connect(
                    queue, () -> member.connect(false).whenComplete((nothing, error) -> tried.complete(null)));
        }
        return CompletableFuture.allOf(tries.toArray(CompletableFuture<?>[]::new));
    }

    /** Starts the reconnect storms. */
    void begin() {
        if (share.stormSize() > 0 && !share.stormInterval().isZero()) {
            long nanos = share.stormInterval().toNanos();
            storms = loop.eventLoop().scheduleAtFixedRate(this::storm, nanos, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void storm() {
        breaking += share.stormSize(); // first, since a connection in progress may fail within the call
        int fewer = share.stormSize() - loop.breakConnections(share.stormSize());
        breaking -= fewer;
    }

    /** Stops reconnecting and disconnects all; completes with the outcome. */
    CompletableFuture<CrowdOutcome> end() {
        var outcome = new CompletableFuture<CrowdOutcome>();
        loop.eventLoop().execute(() -> {
            ending = true;
            if (storms != null) {
                storms.cancel(false);
            }
            addAway();
            outcome.complete(new CrowdOutcome(connected, lost, reconnects));
            members.forEach(Member::disconnect);
        });
        return outcome;
    }

    /** Records clients that faults of the broker have disconnected for good; storms leave some away at any time. */
    private void addAway() {
        long away = members.stream().filter(member -> member.away).count();
        if (away > 0 && broker.settings().reconnect()) {
            failures.add(away + (away == 1 ? " idle client was " : " idle clients were ") + LoadResult.NOT_BACK);
        }
    }

    private final class Member {

        private final String clientId;
        private final int number;
        private final Link<?> link;
        private boolean up;
        private boolean away;

        Member(int number) throws IOException {
            var seat = broker.seat("", 'c', number, loop, true);
            this.number = number;
            this.clientId = seat.clientId();
            if (number < share.devices()) {
                this.link = broker.linkV5(seat, context -> broken());
            } else {
                this.link = broker.link(seat, context -> broken());
            }
        }

        CompletableFuture<?> connect(boolean again) {
            CompletableFuture<?> ready = link.connect();
            if (link instanceof LinkV5 device && number < share.devices()) {
                ready = ready.thenCompose(receiveMaximum -> new Device(number, share.qos(), device).subscribe());
            }
            return ready.whenComplete((nothing, error) -> connected(again, error));
        }

        private void connected(boolean again, @Nullable Throwable error) {
            if (error != null) {
                failed(again, error);
                return;
            }
            up = true;
            away = false;
            if (again) {
                reconnects++;
            } else {
                connected++;
            }
        }

        private void failed(boolean again, Throwable error) {
            if (ending) {
                return;
            }
            if (again && breaking > 0) {
                breaking--; // a storm broke the connection while it was made
            } else if (!again || !broker.settings().reconnect()) {
                failures.add(clientId, error); // a broker that is away on purpose refuses many
            }
            if (again) {
                var unused = loop.eventLoop().schedule(this::comeBack, SECONDS_TO_NEXT_TRY, TimeUnit.SECONDS);
            }
        }

        private void broken() {
            if (!up || ending) {
                return;
            }
            up = false;
            away = true;
            if (breaking > 0) {
                breaking--;
            } else {
                lost++;
            }
            comeBack();
        }

        private void comeBack() {
            if (!ending) {
                var unused = queue.add(() -> connect(true));
            }
        }

        private void disconnect() {
            if (up) {
                var unused = link.disconnect();
            }
        }
    }
}
