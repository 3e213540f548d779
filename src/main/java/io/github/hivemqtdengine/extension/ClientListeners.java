// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.client.ClientContext;
import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.client.parameter.InitializerInput;
import com.hivemq.extension.sdk.api.events.EventRegistry;
import com.hivemq.extension.sdk.api.services.admin.LifecycleStage;
import com.hivemq.extension.sdk.api.services.interceptor.GlobalInterceptorRegistry;
import com.hivemq.extension.sdk.api.services.intializer.InitializerRegistry;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.extension.connection.ClientConnections;
import io.github.hivemqtdengine.extension.connection.ClientConnections.ConnectionWatch;
import io.github.hivemqtdengine.extension.connection.ConnectionEvents;
import io.github.hivemqtdengine.extension.connection.ConnectionListener;
import io.github.hivemqtdengine.extension.connection.LastWills;
import io.github.hivemqtdengine.extension.connection.PreexistingConnections;
import io.github.hivemqtdengine.extension.publish.AckHold;
import io.github.hivemqtdengine.extension.publish.AckInterceptor;
import io.github.hivemqtdengine.extension.publish.AcknowledgedIntake;
import io.github.hivemqtdengine.extension.publish.ClientBacklog;
import io.github.hivemqtdengine.extension.publish.ClientSessions;
import io.github.hivemqtdengine.extension.publish.ConnectionMetadata;
import io.github.hivemqtdengine.extension.publish.InboundTraffic;
import io.github.hivemqtdengine.extension.publish.MessageLimit;
import io.github.hivemqtdengine.extension.publish.PublishInterceptor;
import io.github.hivemqtdengine.extension.publish.PublishPermissions;
import io.github.hivemqtdengine.extension.publish.TracedPublishes;
import io.github.hivemqtdengine.extension.publish.UserNames;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.RefusingSink;
import io.github.hivemqtdengine.pipeline.account.AckTimeouts;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.time.EpochClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Registration of listeners and interceptors for the broker's clients, which feed a {@link MessageSink}. */
final class ClientListeners implements AutoCloseable {

    private static final int MAX_DISCONNECTED_CLIENTS = 10_000;
    /** Largest share of the heap for wills: one sixteenth. */
    private static final int HEAP_TO_WILLS = 16;

    private static final long MAX_DISCONNECTED_BYTES = 32L << 20;

    private final Deque<Runnable> closing = new ArrayDeque<>();
    private final ExtensionSettings settings;
    private final Supplier<MessageSink> sink;
    private final EpochClock arrivals;
    private final InboundTraffic traffic;
    private final ClientSessions sessions = new ClientSessions(MAX_DISCONNECTED_CLIENTS, MAX_DISCONNECTED_BYTES);
    private final MessageLimit limit;
    private final ClientService clients;
    private final AckTimeouts acks;
    private final AckHold hold;
    private final PreexistingConnections preexisting;
    private final Supplier<@Nullable String> brokerNode;

    /** This machine. Its name is looked up when a message first needs it, since that may ask a name server. */
    private static final class Machine {

        /** {@code null} if the machine has no name. */
        static final @Nullable String NAME = name();

        private static @Nullable String name() {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException e) {
                return null;
            }
        }
    }

    /**
     * @param sink returns the sink to use now
     * @param arrivals the clock that stamps messages
     * @param acks the pending acknowledgements; closed by the caller, after the pipeline
     * @param traffic what the broker reads
     */
    ClientListeners(
            ExtensionSettings settings,
            Supplier<MessageSink> sink,
            EpochClock arrivals,
            ClientService clients,
            AckTimeouts acks,
            InboundTraffic traffic) {
        this.settings = settings;
        this.sink = sink;
        this.arrivals = arrivals;
        this.clients = clients;
        this.traffic = traffic;
        var configuredNode = settings.capture().brokerNode();
        this.brokerNode = () -> configuredNode == null ? Machine.NAME : configuredNode;
        this.limit = new MessageLimit(settings.capture().maxMessageBytes());
        this.acks = acks;
        this.hold = new AckHold(clients, settings.capture(), acks);
        this.preexisting =
                new PreexistingConnections(clients, settings.capture().reattach());
    }

    /**
     * Starts to observe the clients' connections.
     *
     * @param timer the executor that checks for due last wills and samples the broker's traffic
     * @param stage the lifecycle stage of the broker
     */
    void listen(
            EventRegistry events,
            InitializerRegistry initializers,
            GlobalInterceptorRegistry interceptors,
            ScheduledExecutorService timer,
            LifecycleStage stage) {
        var marks = timer.scheduleAtFixedRate(
                traffic::mark,
                InboundTraffic.MILLIS_BETWEEN_MARKS,
                InboundTraffic.MILLIS_BETWEEN_MARKS,
                TimeUnit.MILLISECONDS);
        closing.push(() -> marks.cancel(false));
        var connections = new ClientConnections(watches(timer), brokerNode);
        var listener = new ConnectionListener(sessions, connections);
        events.setClientLifecycleEventListener(provider -> listener);
        interceptors.setConnectInboundInterceptorProvider(provider -> listener);
        initializers.setClientInitializer((input, client) -> {
            capture(input, client);
            connections.initialize(input.getConnectionInformation(), client);
            preexisting.attached(input.getClientInformation().getClientId());
        });
        preexisting.check(stage);
    }

    /** Adds only the interceptors that the configuration needs, since each one is expensive. */
    private void capture(InitializerInput input, ClientContext client) {
        var connection = input.getConnectionInformation();
        var publisher = new PublishInterceptor.Client(
                input.getClientInformation().getClientId(),
                UserNames.of(connection),
                new PublishPermissions(client.getDefaultPermissions()),
                new ConnectionMetadata(connection, brokerNode));
        var acknowledged = acknowledgedIntake(publisher.id(), connection, client);
        var backlog = new ClientBacklog(traffic, InboundTraffic.maxUnseen(), clients, publisher.id());
        client.addPublishInboundInterceptor(new TracedPublishes(
                publisher.id(),
                sink,
                arrivals,
                clock -> new PublishInterceptor(sink, publisher, acknowledged, limit, clock, backlog)));
    }

    /** Returns the intake of publishes with an acknowledgement, and intercepts that; {@code null} if none is needed. */
    private @Nullable AcknowledgedIntake acknowledgedIntake(
            String clientId, ConnectionInformation connection, ClientContext client) {
        var capture = settings.capture().capture();
        var stage = stageOfConnection(clientId);
        if (capture == Capture.ON_PUBLISH && stage == null) {
            return null;
        }
        var registration = sessions.connected(clientId, connection);
        var session = registration.session();
        var acknowledgements = new AckInterceptor(registration.connection(), clientId, session, hold);
        client.addPubackOutboundInterceptor(acknowledgements);
        client.addPubrecOutboundInterceptor(acknowledgements);
        return new AcknowledgedIntake(registration.connection(), sink, capture, stage, session);
    }

    /** Returns the stage that this connection's acknowledgements wait for. Messages that may be refused need one. */
    private PendingAck.@Nullable Stage stageOfConnection(String clientId) {
        var stage = settings.delivery().intake().ackStage().orElse(null);
        boolean maySeeRefusal = sink.get() instanceof RefusingSink || sessions.has(clientId);
        return stage == null && maySeeRefusal ? PendingAck.Stage.QUEUED : stage;
    }

    private List<ConnectionWatch> watches(ScheduledExecutorService timer) {
        var sources = settings.routes().stream()
                .flatMap(route -> route.sources().stream())
                .collect(Collectors.toUnmodifiableSet());
        var watches = new ArrayList<ConnectionWatch>();
        if (sources.contains(MessageSource.CLIENT_EVENTS)) {
            watches.add(new ConnectionEvents(sink, arrivals));
        }
        if (sources.contains(MessageSource.LAST_WILLS)) {
            var wills = new LastWills(
                    sink,
                    limit,
                    arrivals,
                    EpochClock.SYSTEM,
                    Runtime.getRuntime().maxMemory() / HEAP_TO_WILLS);
            closing.push(wills::close);
            var dueCheck = timer.scheduleAtFixedRate(wills::publishDue, 1, 1, TimeUnit.SECONDS);
            closing.push(() -> dueCheck.cancel(false));
            watches.add(wills);
        }
        return watches;
    }

    /** Registers the metrics of the acknowledgements. */
    void report(PipelineMetrics metrics) {
        metrics.gauge(ExtensionMetric.ACKNOWLEDGEMENTS_PENDING, sessions::publishes);
        metrics.gauge(ExtensionMetric.ACKNOWLEDGEMENTS_PENDING_BYTES, sessions::bytes);
        metrics.gauge(ExtensionMetric.ACKNOWLEDGEMENTS_HELD, acks::waits);
        metrics.gauge(ExtensionMetric.ACKNOWLEDGEMENTS_NOT_WITHHELD, hold::notWithheld);
        metrics.gauge(ExtensionMetric.ACKNOWLEDGEMENTS_FORGOTTEN_CLIENTS, sessions::forgotten);
    }

    /** Cancels the periodic tasks. */
    @Override
    public void close() {
        while (!closing.isEmpty()) {
            closing.pop().run();
        }
    }
}
