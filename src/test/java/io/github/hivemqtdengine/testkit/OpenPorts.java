// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns of servers that other machines reach: TDengine's have no setting for the address, and a known password. */
final class OpenPorts {

    private static final Logger LOG = LoggerFactory.getLogger(OpenPorts.class);
    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private OpenPorts() {}

    /** Looks at what servers listen on, and warns once for this JVM. */
    static void warnOf(ServerProcess... servers) {
        if (!ListeningSockets.areKnown()) {
            warn("TDengine may listen on all addresses of this machine");
            return;
        }
        for (var server : servers) {
            try {
                for (var listener : ListeningSockets.reachableFromOutside(server.handle())) {
                    warn("TDengine listens on port " + listener.port() + " of "
                            + listener.address().getHostAddress());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static void warn(String fact) {
        if (!WARNED.getAndSet(true)) {
            LOG.warn(
                    "{} while the tests run, with the login root/taosdata, and has no setting for the address: block the"
                            + " test ports 10000 to 30000 from other machines with a firewall",
                    fact);
        }
    }
}
