// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler.HandshakeComplete;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stub of a taosAdapter that answers logins and nothing else. It replaces servers that tests cannot start, such as old
 * ones and TDengine Cloud.
 */
public final class AdapterStub implements AutoCloseable {

    private static final int MAX_REQUEST = 65_536;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final NioEventLoopGroup threads = new NioEventLoopGroup(1);
    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final ChannelGroup connections = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
    private final String version;
    private final Channel channel;
    private volatile int loginCode;

    /** @param version the server's version that a login is told, or empty where logins get no answer */
    public AdapterStub(String version) {
        this(version, InetAddress.getLoopbackAddress());
    }

    /** A stub that listens on an address of its own. */
    public AdapterStub(String version, InetAddress address) {
        this.version = version;
        this.channel = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel accepted) {
                        connections.add(accepted);
                        accepted.pipeline()
                                .addLast(
                                        new HttpServerCodec(),
                                        new HttpObjectAggregator(MAX_REQUEST),
                                        new WebSocketServerProtocolHandler(WebSocketServerProtocolConfig.newBuilder()
                                                .websocketPath("/ws")
                                                .checkStartsWith(true)
                                                .build()),
                                        new Login());
                    }
                })
                .bind(address, 0)
                .syncUninterruptibly()
                .channel();
    }

    /** Refuses all logins with this code, or lets users in if it is 0. */
    public void refuseLogins(int code) {
        loginCode = code;
    }

    /** Number of logins so far. */
    public long logins() {
        return requests.stream().filter(AdapterStub::isLogin).count();
    }

    private static boolean isLogin(String request) {
        return request.contains("\"action\":\"conn\"");
    }

    /** Listening address. */
    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    public String jdbcUrl() {
        var address = address();
        var host = address.getAddress().getHostAddress();
        return "jdbc:TAOS-WS://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** The paths of the handshakes so far, with their parameters. */
    public List<String> paths() {
        return paths;
    }

    /** The requests so far, as JSON. */
    public List<String> requests() {
        return requests;
    }

    /** Number of statements received; the stub does not answer them. */
    public int unanswered() {
        return unanswered.get();
    }

    public int connections() {
        return connections.size();
    }

    /** Reads nothing more from the connections that are open, as a process that was stopped. */
    public void stopReading() {
        connections.forEach(connection -> connection.config().setAutoRead(false));
    }

    /** Ends the connections that are open. */
    public void dropConnections() {
        connections.close().syncUninterruptibly();
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        threads.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private final class Login extends SimpleChannelInboundHandler<WebSocketFrame> {

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof HandshakeComplete handshake) {
                paths.add(handshake.requestUri());
            }
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
            if (frame instanceof TextWebSocketFrame request) {
                read(context, request);
            } else {
                unanswered.incrementAndGet();
            }
        }

        private void read(ChannelHandlerContext context, TextWebSocketFrame frame) {
            requests.add(frame.text());
            if (!version.isEmpty()) {
                context.writeAndFlush(new TextWebSocketFrame(answer(frame.text())))
                        .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
            }
        }

        private String answer(String request) {
            try {
                var read = JSON.readTree(request);
                return JSON.createObjectNode()
                        .put("code", isLogin(request) ? loginCode : 0)
                        .put("message", isLogin(request) && loginCode != 0 ? "Authentication failure" : "")
                        .put("version", version)
                        .put("action", read.get("action").asText())
                        .put("req_id", read.get("args").get("req_id").asLong())
                        .toString();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
