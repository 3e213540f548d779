// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
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
 * TLS verification that driver 3.7.9 lacks: the driver trusts only the JVM's store, and does not check the host name of
 * a certificate. Replaces the TLS handler of each new connection before the handshake. May be used by many threads.
 */
public final class TdengineTls {

    private static final Logger LOG = LoggerFactory.getLogger(TdengineTls.class);
    /** One per peer: {@code TdengineLimits} refuses two databases with different settings for one peer. */
    private static final Map<String, Verification> OF_PEERS = new ConcurrentHashMap<>();

    /** Peers whose last handshake failed. */
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    private record Verification(SslContext context, boolean checkHost) {}

    private TdengineTls() {}

    /**
     * Sets the verification of new connections to the endpoint of this URL.
     *
     * @throws IllegalArgumentException if the certificates can't be used
     */
    public static void use(String endpointUrl, TlsSettings settings) {
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

    /** Removes the settings of all peers. */
    static void forget() {
        OF_PEERS.clear();
        REPORTED.clear();
    }

    /** Prepares the verification of a channel, if the channel is encrypted. */
    static void verify(Channel channel) {
        channel.pipeline().addLast(new TlsInitializer()); // after the driver's own initializer
    }

    /** Logs once why a handshake failed: the driver reports only that there is no connection. */
    private static void report(String peer, @Nullable Throwable failure) {
        if (failure == null) {
            REPORTED.remove(peer);
        } else if (REPORTED.add(peer)) {
            LOG.warn(
                    "Encrypted connection to \"{}\" failed: {}; check <tls> and the server's certificate",
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
