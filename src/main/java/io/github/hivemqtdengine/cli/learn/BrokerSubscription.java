// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.learn;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.mqtt.MqttConnAckMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.MqttPropertyType;
import io.netty.handler.codec.mqtt.MqttProperties.StringPair;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttQoS;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubAckMessage;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A subscription to a broker of MQTT 5 or 3.1.1, with QoS 0 and a clean session. One thread receives. */
public final class BrokerSubscription implements AutoCloseable {

    private static final int MAX_PACKET_BYTES = 16 << 20;
    private static final int MAX_CLIENT_ID = 23;
    private static final int KEEP_ALIVE_SECONDS = 60;
    private static final int PATIENCE_SECONDS = 10;
    private static final int REFUSED_SUBSCRIPTION = 0x80;

    private final NioEventLoopGroup threads;
    private final Channel channel;
    private final CompletableFuture<String> ended;

    /**
     * A broker, and what is wanted of it.
     *
     * @param ca PEM file with the certificates of authorities; the JVM's if {@code null}
     */
    public record Broker(
            String host,
            int port,
            boolean isTls,
            @Nullable File ca,
            @Nullable String user,
            @Nullable String password,
            List<String> filters) {}

    private BrokerSubscription(NioEventLoopGroup threads, Channel channel, CompletableFuture<String> ended) {
        this.threads = threads;
        this.channel = channel;
        this.ended = ended;
    }

    /**
     * Connects and subscribes.
     *
     * @param messages receives the messages in a thread of the subscription
     * @throws IOException with a sentence for the user
     */
    public static BrokerSubscription open(Broker broker, Consumer<InboundMessage> messages)
            throws IOException, InterruptedException {
        try {
            return open(broker, messages, MqttVersion.MQTT_5);
        } catch (OldBrokerException e) {
            return open(broker, messages, MqttVersion.MQTT_3_1_1);
        }
    }

    private static BrokerSubscription open(Broker broker, Consumer<InboundMessage> messages, MqttVersion version)
            throws IOException, InterruptedException {
        var tls = broker.isTls ? tls(broker.ca) : null;
        var threads = new NioEventLoopGroup(1);
        var subscribed = new CompletableFuture<Void>();
        var ended = new CompletableFuture<String>();
        var bootstrap = new Bootstrap()
                .group(threads)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS))
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (tls != null) {
                            var handler = tls.newHandler(channel.alloc(), broker.host, broker.port);
                            var parameters = handler.engine().getSSLParameters();
                            parameters.setEndpointIdentificationAlgorithm("HTTPS");
                            handler.engine().setSSLParameters(parameters);
                            channel.pipeline().addLast(handler);
                        }
                        channel.pipeline()
                                .addLast(new MqttDecoder(MAX_PACKET_BYTES), MqttEncoder.INSTANCE)
                                .addLast(new IdleStateHandler(0, KEEP_ALIVE_SECONDS / 2, 0))
                                .addLast(new Client(broker, version, messages, subscribed, ended));
                    }
                });
        boolean isOpen = false;
        try {
            var connected = bootstrap.connect(broker.host, broker.port);
            if (!connected.awaitUninterruptibly().isSuccess()) {
                throw new IOException(connected.cause().getMessage(), connected.cause());
            }
            subscribed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            isOpen = true;
            return new BrokerSubscription(threads, connected.channel(), ended);
        } catch (ExecutionException e) {
            var cause = e.getCause();
            throw cause instanceof OldBrokerException old
                    ? old
                    : new IOException(cause == null ? "" : cause.getMessage() + ConnectRemedy.of(cause, broker), e);
        } catch (TimeoutException e) {
            if (version == MqttVersion.MQTT_5) {
                throw new OldBrokerException();
            }
            throw new IOException("it has not answered within " + PATIENCE_SECONDS + " s", e);
        } finally {
            if (!isOpen) {
                end(threads);
            }
        }
    }

    private static SslContext tls(@Nullable File ca) throws IOException {
        try {
            return SslContextBuilder.forClient().trustManager(ca).build();
        } catch (IllegalArgumentException e) {
            throw new IOException("--ca " + ca + " has no certificate in PEM", e);
        }
    }

    private static void end(NioEventLoopGroup threads) {
        threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /**
     * Waits for a time, or until the connection ends.
     *
     * @return why it has ended; empty if it holds
     */
    public Optional<String> await(long millis) throws InterruptedException {
        try {
            return Optional.of(ended.get(millis, TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            var cause = e.getCause();
            return Optional.of(cause == null ? e.toString() : String.valueOf(cause.getMessage()));
        }
    }

    /** Ends the connection; no message comes afterwards. */
    @Override
    public void close() {
        channel.writeAndFlush(MqttMessage.DISCONNECT).awaitUninterruptibly();
        channel.close().awaitUninterruptibly();
        end(threads);
    }

    /** The broker does not know MQTT 5. */
    private static final class OldBrokerException extends IOException {

        private static final long serialVersionUID = 1L;
    }

    /** The protocol's side of the client. */
    private static final class Client extends SimpleChannelInboundHandler<MqttMessage> {

        private final Broker broker;
        private final MqttVersion version;
        private final Consumer<InboundMessage> messages;
        private final CompletableFuture<Void> subscribed;
        private final CompletableFuture<String> ended;
        private boolean isAnswered;

        Client(
                Broker broker,
                MqttVersion version,
                Consumer<InboundMessage> messages,
                CompletableFuture<Void> subscribed,
                CompletableFuture<String> ended) {
            this.broker = broker;
            this.version = version;
            this.messages = messages;
            this.subscribed = subscribed;
            this.ended = ended;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            var id = "learn-" + UUID.randomUUID().toString().replace("-", "");
            var connect = MqttMessageBuilders.connect()
                    .protocolVersion(version)
                    .clientId(id.substring(0, MAX_CLIENT_ID))
                    .cleanSession(true)
                    .keepAlive(KEEP_ALIVE_SECONDS)
                    .hasUser(broker.user != null)
                    .hasPassword(broker.password != null)
                    .username(broker.user)
                    .properties(properties());
            if (broker.password != null) {
                connect.password(broker.password.getBytes(StandardCharsets.UTF_8));
            }
            send(context, connect.build());
        }

        /** A broker of MQTT 5 keeps larger messages back. */
        private MqttProperties properties() {
            var properties = new MqttProperties();
            if (version == MqttVersion.MQTT_5) {
                properties.add(new MqttProperties.IntegerProperty(
                        MqttPropertyType.MAXIMUM_PACKET_SIZE.value(), MAX_PACKET_BYTES));
            }
            return properties;
        }

        private static void send(ChannelHandlerContext context, MqttMessage packet) {
            var unused = context.writeAndFlush(packet).addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
            if (event instanceof IdleStateEvent) {
                send(context, MqttMessage.PINGREQ);
            } else {
                super.userEventTriggered(context, event);
            }
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, MqttMessage packet) throws IOException {
            if (packet.decoderResult().isFailure()) {
                throw new IOException("it sends what is not MQTT: "
                        + packet.decoderResult().cause().getMessage());
            } else if (packet instanceof MqttConnAckMessage answer) {
                connected(context, answer.variableHeader().connectReturnCode());
            } else if (packet instanceof MqttSubAckMessage answer) {
                var codes = answer.payload().reasonCodes();
                for (int i = 0; i < codes.size(); i++) {
                    if (codes.get(i) >= REFUSED_SUBSCRIPTION) {
                        throw new IOException("it refuses the subscription to " + broker.filters.get(i));
                    }
                }
                subscribed.complete(null);
            } else if (packet instanceof MqttPublishMessage publish) {
                messages.accept(message(publish));
            } else if (packet.fixedHeader().messageType() == MqttMessageType.DISCONNECT) {
                var reason = packet.variableHeader() instanceof MqttReasonCodeAndPropertiesVariableHeader header
                        ? " for the reason 0x" + Integer.toHexString(header.reasonCode() & 0xff)
                        : "";
                ended.complete("the broker has ended it" + reason);
            }
        }

        private void connected(ChannelHandlerContext context, MqttConnectReturnCode code) throws IOException {
            isAnswered = true;
            if (code == MqttConnectReturnCode.CONNECTION_ACCEPTED) {
                var subscribe = MqttMessageBuilders.subscribe().messageId(1);
                broker.filters.forEach(filter -> subscribe.addSubscription(MqttQoS.AT_MOST_ONCE, filter));
                send(context, subscribe.build());
            } else if (version == MqttVersion.MQTT_5
                    && (code == MqttConnectReturnCode.CONNECTION_REFUSED_UNACCEPTABLE_PROTOCOL_VERSION
                            || code == MqttConnectReturnCode.CONNECTION_REFUSED_UNSUPPORTED_PROTOCOL_VERSION)) {
                throw new OldBrokerException();
            } else {
                throw new IOException("it refuses the connection: "
                        + code.name().replace("CONNECTION_REFUSED_", "").replace('_', ' '));
            }
        }

        private static InboundMessage message(MqttPublishMessage publish) {
            var head = publish.fixedHeader();
            var properties = publish.variableHeader().properties();
            var type = properties.getProperty(MqttPropertyType.CONTENT_TYPE.value());
            var pairs = new ArrayList<UserProperty>();
            properties.getProperties(MqttPropertyType.USER_PROPERTY.value()).forEach(property -> {
                var pair = (StringPair) ((MqttProperties.MqttProperty<?>) property).value();
                pairs.add(new UserProperty(pair.key, pair.value));
            });
            return new InboundMessage(
                    publish.variableHeader().topicName(),
                    ByteBufUtil.getBytes(publish.payload()),
                    "client",
                    null,
                    head.qosLevel().value(),
                    head.isRetain(),
                    false,
                    Mqtt5Properties.of(type == null ? null : String.valueOf(type.value()), null, null, pairs),
                    TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            subscribed.completeExceptionally(cause);
            ended.completeExceptionally(cause);
            var unused = context.close();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            // a broker that does not know MQTT 5 may answer with what is no packet of it, or not at all
            subscribed.completeExceptionally(
                    isAnswered || version == MqttVersion.MQTT_3_1_1
                            ? new IOException("it has ended the connection"
                                    + (isAnswered || broker.isTls ? "" : "; the port may be one with TLS: --tls"))
                            : new OldBrokerException());
            ended.complete("the broker has closed it");
        }
    }
}
