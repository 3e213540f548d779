package io.github.hivemqtdengine.jdbc;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What driver 3.7.9 leaves out of TLS: it trusts the JVM's store only, and does not look for whom a certificate was
 * made out. The TLS handler of each new connection is put right here before that begins to talk. May be used by many
 * threads.
 */
final class TdengineTls {

    private static final Logger LOG = LoggerFactory.getLogger(TdengineTls.class);
    /** Each peer has one: two databases behind it that want different ones are refused by {@link TdengineRules}. */
    private static final Map<String, Verification> OF_PEERS = new ConcurrentHashMap<>();

    /** Peers of which the last handshake failed. */
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    private record Verification(SslContext context, boolean checkHost) {}

    private TdengineTls() {}

    /**
     * Connections to the endpoint of this URL are verified like this from now on.
     *
     * @throws IllegalArgumentException if the certificates can't be used
     */
    static void use(String endpointUrl, TlsSettings settings) {
        var context = SslContextBuilder.forClient();
        try {
            if (settings.caFile() != null) {
                context.trustManager(TlsSettings.certificates(settings.caFile()));
            }
            OF_PEERS.put(TdengineUrl.peer(endpointUrl), new Verification(context.build(), settings.checkHost()));
        } catch (SSLException | IllegalArgumentException e) {
            throw new IllegalArgumentException("The certificates of " + settings.caFile() + " can't be used", e);
        }
    }

    /** No connection is verified any more. */
    static void forget() {
        OF_PEERS.clear();
        REPORTED.clear();
    }

    /** Has a channel verified, if it is encrypted, before it begins to talk. */
    static void verify(Channel channel) {
        channel.pipeline().addLast(new TlsInitializer()); // runs behind the driver's own initializer
    }

    /** Says once why a peer can't be talked to: the driver says no more than that there is no connection. */
    private static void report(String peer, @Nullable Throwable failure) {
        if (failure == null) {
            REPORTED.remove(peer);
        } else if (REPORTED.add(peer)) {
            LOG.warn(
                    "No encrypted connection to {}: {}; check <tls> and the server's certificate",
                    peer,
                    failure.toString());
        }
    }

    private static final class TlsInitializer extends ChannelInitializer<Channel> {

        @Override
        protected void initChannel(Channel channel) {
            var tls = channel.pipeline().get(SslHandler.class);
            if (tls != null) {
                channel.pipeline().replace(tls, "tls", verifying(channel, tls.engine()));
            }
        }

        private static SslHandler verifying(Channel channel, SSLEngine engine) {
            var peer = TdengineUrl.peer(engine.getPeerHost(), engine.getPeerPort());
            var verification = Objects.requireNonNull(OF_PEERS.get(peer), peer);
            var handler =
                    verification.context().newHandler(channel.alloc(), engine.getPeerHost(), engine.getPeerPort());
            var parameters = handler.engine().getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm(verification.checkHost() ? "HTTPS" : null);
            handler.engine().setSSLParameters(parameters);
            handler.handshakeFuture().addListener(handshake -> report(peer, handshake.cause()));
            return handler;
        }
    }
}
