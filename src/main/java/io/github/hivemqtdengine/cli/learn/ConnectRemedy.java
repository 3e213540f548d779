// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.learn;

import io.github.hivemqtdengine.cli.learn.BrokerSubscription.Broker;
import io.netty.handler.ssl.NotSslRecordException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Remedies for failures to connect to a broker. */
final class ConnectRemedy {

    /** Messages of the JDK about a certificate for another host. */
    private static final Pattern WRONG_NAME = Pattern.compile("subject alternative|No name matching");

    private ConnectRemedy() {}

    /** Returns the remedy, after a semicolon; empty if there is none. */
    static String of(Throwable failure, Broker broker) {
        var cause = failure.getCause() instanceof SSLException ssl ? ssl : failure; // of a DecoderException
        if (cause instanceof SocketException
                || cause instanceof ClosedChannelException
                || cause instanceof NotSslRecordException) {
            return broker.isTls() ? "; the port may be one without TLS" : "; the port may be one with TLS: --tls";
        }
        for (Throwable one = cause; one != null; one = one.getCause()) {
            if (one instanceof CertPathBuilderException || one instanceof CertPathValidatorException) {
                return broker.ca() == null
                        ? "; give the certificate of the authority that the broker's is from: --ca FILE"
                        : "; the broker's certificate is from another authority than --ca " + broker.ca();
            }
            if (WRONG_NAME.matcher(String.valueOf(one.getMessage())).find()) {
                return "; connect by a name that is in the broker's certificate";
            }
        }
        return "";
    }
}
