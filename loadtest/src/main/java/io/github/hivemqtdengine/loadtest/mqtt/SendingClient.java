// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.exceptions.ConnectionClosedException;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Failures;
import io.github.hivemqtdengine.loadtest.mqtt.link.Link;
import io.github.hivemqtdengine.loadtest.mqtt.link.Sender;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadSource;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.reactivex.Flowable;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Publisher as a reactive flow of messages, confined to the connection's thread. Sends a message when the connection
 * requests one, the window has room and the schedule allows it.
 */
final class SendingClient<M> extends Sender implements Subscription {

    private final Link<M> link;
    private final PublisherPlan plan;
    private final MqttQos qos;
    private final PayloadSource payloads;
    private final @Nullable MqttTopic[] topics;
    private final InFlight<M> inFlight = new InFlight<>();

    private int window;
    private @Nullable Schedule schedule;
    private @Nullable Subscriber<? super M> subscriber;
    private long demand;
    private long lastMicros;
    private boolean emitting;
    private boolean waiting;

    SendingClient(
            Broker.Seat seat,
            Link<M> link,
            PublisherPlan plan,
            PayloadSource payloads,
            Recording recording,
            Failures failures) {
        super(seat, recording, failures);
        this.link = link;
        this.plan = plan;
        this.qos = Objects.requireNonNull(MqttQos.fromCode(plan.qos()));
        this.payloads = payloads;
        this.topics = new MqttTopic[plan.topics().topics()];
        this.window = plan.window();
    }

    /** Limits the window to the receive maximum: further messages would wait in the client but count as sent. */
    @Override
    public CompletableFuture<?> connect() {
        return link.connect().thenAccept(receiveMaximum -> {
            if (qos != MqttQos.AT_MOST_ONCE) {
                window = Math.min(window, receiveMaximum);
            }
        });
    }

    @Override
    public void start(long startMicros) {
        seat.loop().eventLoop().execute(() -> {
            schedule = Schedule.of(plan.pace(), log.publisher() - plan.first(), plan.count(), startMicros);
            var unused = link.publish(new Flow(), this::acknowledged).whenComplete((nothing, error) -> ended(error));
        });
    }

    @Override
    protected void end() {
        endFlow();
        super.end();
    }

    @Override
    public CompletableFuture<?> echo() {
        return link.echo();
    }

    @Override
    public CompletableFuture<?> disconnect() {
        return link.disconnect();
    }

    @Override
    public void request(long messages) {
        demand += messages;
        resume();
    }

    @Override
    public void cancel() {
        over = true;
    }

    private void send() {
        if (emitting || subscriber == null || schedule == null) {
            return;
        }
        emitting = true;
        while (!over && !waiting && demand > 0 && inFlight.size() < window) {
            sendOrWait(schedule, subscriber);
        }
        emitting = false;
    }

    private void sendOrWait(Schedule when, Subscriber<? super M> connection) {
        int next = log.size();
        long due = next < plan.messages() ? when.dueMicros(next, lastMicros) : Schedule.NEVER;
        long now = EpochMicros.now();
        if (due == Schedule.NEVER) {
            endFlow();
        } else if (due > now) {
            waiting = true;
            seat.loop().timer().at(due, this::wake);
        } else if (when.isByClock()) {
            late(due);
            emit(due, connection);
        } else {
            emit(now, connection);
        }
    }

    private void wake() {
        waiting = false;
        send();
    }

    private void emit(long micros, Subscriber<? super M> connection) {
        int number = sent(micros);
        var message = link.message(topic(number), payloads.payload(number, micros), qos, plan.retain());
        lastMicros = micros;
        inFlight.add(message);
        demand--;
        connection.onNext(message);
    }

    private MqttTopic topic(int message) {
        int slot = message % topics.length;
        var topic = topics[slot];
        if (topic == null) {
            topic = MqttTopic.of(plan.topics().topic(log.publisher(), message));
            topics[slot] = topic;
        }
        return topic;
    }

    private void acknowledged(M message, @Nullable Throwable error) {
        int number = inFlight.remove(message);
        if (through.isDone() || number < 0) {
            return;
        }
        if (error instanceof ConnectionClosedException) {
            // at QoS 0; the lost connection is counted, and so is the message if it is missing
        } else if (error != null) {
            failures.add(seat.clientId(), error);
        } else if (qos != MqttQos.AT_MOST_ONCE) {
            acknowledged(number);
        }
        resume();
    }

    /** Sends what is due, now that the connection or the window has room. */
    private void resume() {
        if (!emitting && !waiting) {
            hasRoom();
            send();
        }
    }

    private void endFlow() {
        boolean first = !over;
        over = true;
        if (first && subscriber != null) {
            subscriber.onComplete();
        }
    }

    private void ended(@Nullable Throwable error) {
        if (error != null && !through.isDone()) {
            failures.add(seat.clientId(), error);
        }
        super.end();
    }

    private final class Flow extends Flowable<M> {

        @Override
        protected void subscribeActual(Subscriber<? super M> newSubscriber) {
            subscriber = newSubscriber;
            newSubscriber.onSubscribe(SendingClient.this);
        }
    }
}
