// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.broker;

import io.github.hivemqtdengine.loadtest.stack.process.ChildMain;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.codec.mqtt.MqttFixedHeader;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttQoS;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Control server on a loopback port. Implements the MQTT that a publisher needs:
 * acknowledges each message after its last byte, and drops it.
 */
final class ControlMain {

    /** Largest MQTT packet length. */
    private static final int LONGEST = 268_435_455;

    private ControlMain() {}

    /** Runs until the parent process ends it; the last argument is the port. */
    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[arguments.length - 1]);
        ChildMain.run(() -> start(port));
    }

    private static String start(int port) throws InterruptedException {
        var threads = new NioEventLoopGroup();
        var channel = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel client) {
                        client.pipeline().addLast(new MqttDecoder(LONGEST), MqttEncoder.INSTANCE, new Acknowledging());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), port)
                .sync()
                .channel();
        return Integer.toString(((InetSocketAddress) channel.localAddress()).getPort());
    }

    private static final class Acknowledging extends SimpleChannelInboundHandler<MqttMessage> {

        @Override
        protected void channelRead0(ChannelHandlerContext client, MqttMessage message) {
            if (message.decoderResult().isFailure()) {
                hangUp(client);
                return;
            }
            switch (message.fixedHeader().messageType()) {
                case CONNECT -> send(client, welcome());
                case PUBLISH -> published(client, (MqttPublishMessage) message);
                case PUBREL ->
                    acknowledge(
                            client,
                            MqttMessageType.PUBCOMP,
                            ((MqttMessageIdVariableHeader) message.variableHeader()).messageId());
                case PINGREQ -> send(client, MqttMessage.PINGRESP);
                default -> hangUp(client);
            }
        }

        private static MqttMessage welcome() {
            return MqttMessageBuilders.connAck()
                    .returnCode(MqttConnectReturnCode.CONNECTION_ACCEPTED)
                    .build();
        }

        private static void published(ChannelHandlerContext client, MqttPublishMessage message) {
            int id = message.variableHeader().packetId();
            switch (message.fixedHeader().qosLevel()) {
                case AT_LEAST_ONCE -> acknowledge(client, MqttMessageType.PUBACK, id);
                case EXACTLY_ONCE -> acknowledge(client, MqttMessageType.PUBREC, id);
                case AT_MOST_ONCE, FAILURE -> {}
            }
        }

        private static void acknowledge(ChannelHandlerContext client, MqttMessageType type, int id) {
            var header = new MqttFixedHeader(type, false, MqttQoS.AT_MOST_ONCE, false, 0);
            send(client, new MqttMessage(header, MqttMessageIdVariableHeader.from(id)));
        }

        /** Send failures reach {@link #exceptionCaught}. */
        private static void send(ChannelHandlerContext client, MqttMessage message) {
            var unused = client.writeAndFlush(message, client.voidPromise());
        }

        private static void hangUp(ChannelHandlerContext client) {
            var unused = client.close();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext client, Throwable cause) {
            hangUp(client); // the load reports the loss
        }
    }
}
