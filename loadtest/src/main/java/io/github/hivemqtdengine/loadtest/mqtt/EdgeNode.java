// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.LinkV5;
import io.github.hivemqtdengine.loadtest.mqtt.link.Sender;
import io.github.hivemqtdengine.loadtest.mqtt.payload.EdgeNodeFormat;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadSource;
import io.github.hivemqtdengine.loadtest.scenario.EdgeNodePlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sparkplug edge node. Each session has an NDEATH as its last will, subscribes to commands, and begins with an NBIRTH.
 * The group is the prefix of the client ids, so each round has a group of its own. Confined to the connection's thread.
 */
final class EdgeNode extends Sender {

    private static final long MICROS_PER_MILLI = 1_000;
    private static final long SECONDS_TO_NEXT_TRY = 1;

    private final Clients clients;
    private final LinkV5 link;
    private final PublisherPlan plan;
    private final EdgeNodePlan nodes;
    private final PayloadSource payloads;
    private final RebirthStorm storm;

    private @Nullable Schedule schedule;
    private long lastMicros;
    private int sessions;
    private boolean breaking;

    EdgeNode(
            Broker.Seat seat,
            Clients clients,
            PublisherPlan plan,
            PayloadSource payloads,
            RebirthStorm storm,
            Recording recording,
            Failures failures) {
        super(seat, recording, failures);
        this.clients = clients;
        this.link = clients.broker().linkV5(seat, this::disconnected);
        link.will(() -> death(sessions));
        this.plan = plan;
        this.nodes = plan.payload().edgeNodes().orElseThrow();
        this.payloads = payloads;
        this.storm = storm;
    }

    /** Begins a session, except for its NBIRTH. */
    @Override
    public CompletableFuture<?> connect() {
        return link.connect()
                .thenCompose(receiveMaximum -> link.subscribe(topic("NCMD"), MqttQos.AT_LEAST_ONCE, command -> {}))
                .thenRun(() -> sessions++);
    }

    private Mqtt5Publish death(int session) {
        return publish("NDEATH", EdgeNodeFormat.death(session, EpochMicros.now()), MqttQos.AT_LEAST_ONCE);
    }

    private Mqtt5Publish publish(String type, byte[] payload, MqttQos qos) {
        return Mqtt5Publish.builder()
                .topic(topic(type))
                .payload(payload)
                .qos(qos)
                .build();
    }

    private String topic(String type) {
        return "spBv1.0/" + clients.broker().clientPrefix() + "/" + type + "/" + seat.number();
    }

    @Override
    public void start(long startMicros) {
        seat.loop().eventLoop().execute(() -> {
            schedule = Schedule.of(plan.pace(), seat.number() - plan.first(), plan.count(), startMicros);
            next(schedule);
        });
    }

    private void next(Schedule when) {
        int message = log.size();
        if (over) {
            return;
        }
        if (message >= plan.messages()) {
            end();
        } else if (nodes.session(message) >= sessions) {
            storm.await(this);
        } else {
            sendOrWait(message, when);
        }
    }

    private void sendOrWait(int message, Schedule when) {
        long due = when.dueMicros(message, lastMicros);
        long now = EpochMicros.now();
        if (due == Schedule.NEVER) {
            end();
        } else if (due > now) {
            seat.loop().timer().at(due, () -> next(when));
        } else {
            boolean isByClock = when.isByClock() && (message == 0 || !nodes.isBirth(message));
            if (isByClock) {
                late(due);
            }
            send(message, isByClock ? due : now, when);
        }
    }

    /** Sends a message with a time of its own: rows of one metric and millisecond would replace each other. */
    private void send(int message, long micros, Schedule when) {
        lastMicros = Math.max(micros, (lastMicros / MICROS_PER_MILLI + 1) * MICROS_PER_MILLI);
        sent(lastMicros);
        var type = nodes.isBirth(message) ? "NBIRTH" : "NDATA";
        var packet = publish(type, payloads.payload(message, lastMicros), MqttQos.AT_MOST_ONCE);
        var unused = link.publish(packet).whenComplete((result, error) -> written(error, when));
    }

    private void written(@Nullable Throwable error, Schedule when) {
        if (error == null) {
            hasRoom();
            next(when);
        } else if (!over) {
            failures.add(seat.clientId(), error);
            end();
        }
    }

    /** Expects the loss of the connection. */
    void breakSoon() {
        breaking = true;
    }

    private void disconnected(MqttClientDisconnectedContext context) {
        if (breaking) {
            breaking = false;
            comeBack();
        } else {
            clients.lost().disconnected(seat.clientId(), context);
            end();
        }
    }

    private void comeBack() {
        if (!over) {
            var unused = storm.queue().add(this::connect).whenComplete((connected, error) -> cameBack(error));
        }
    }

    private void cameBack(@Nullable Throwable error) {
        if (error == null && schedule != null) {
            next(schedule);
        } else if (error != null && !over) {
            failures.add(seat.clientId(), error);
            var unused = seat.loop().eventLoop().schedule(this::comeBack, SECONDS_TO_NEXT_TRY, TimeUnit.SECONDS);
        }
    }

    @Override
    protected void end() {
        if (!over) {
            storm.leave(this);
            super.end();
        }
    }

    @Override
    public CompletableFuture<?> echo() {
        return link.echo();
    }

    /** Ends the session with its NDEATH. */
    @Override
    public CompletableFuture<?> disconnect() {
        return link.publish(death(sessions - 1)).thenCompose(acknowledged -> link.disconnect());
    }
}
