// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import io.github.hivemqtdengine.loadtest.scenario.Storage.LaneDelay;
import io.github.hivemqtdengine.loadtest.stack.process.FreePort;
import io.github.hivemqtdengine.loadtest.stack.relay.TcpRelay;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Link between extension and database: direct, without overhead, or through relays that can delay and cut connections.
 */
public final class DatabaseLink implements AutoCloseable {

    private final String jdbcUrl;
    private final List<TcpRelay> relays;
    private final Duration always;

    private DatabaseLink(String jdbcUrl, List<TcpRelay> relays, Duration always) {
        this.jdbcUrl = jdbcUrl;
        this.relays = relays;
        this.always = always;
    }

    public static DatabaseLink direct(Database database) {
        return new DatabaseLink(database.jdbcUrl(), List.of(), Duration.ZERO);
    }

    /** Returns a link to a closed port. */
    public static DatabaseLink nowhere(Database database) throws IOException {
        return new DatabaseLink(database.jdbcUrl("127.0.0.1:" + FreePort.find()), List.of(), Duration.ZERO);
    }

    /** Returns a link through a relay for each endpoint. With TDengine, each lane uses one endpoint, in their order. */
    public static DatabaseLink relayed(Database database, LaneDelay plan) throws IOException {
        var relays = new ArrayList<TcpRelay>();
        for (int i = 0; i < plan.endpoints(); i++) {
            var relay = TcpRelay.to(database.address());
            relay.delay(i < plan.slowEndpoints() ? plan.slow() : plan.others());
            relays.add(relay);
        }
        return new DatabaseLink(database.jdbcUrl(authority(relays)), List.copyOf(relays), plan.others());
    }

    private static String authority(List<TcpRelay> relays) {
        return relays.stream()
                .map(relay -> "127.0.0.1:" + relay.address().getPort())
                .collect(Collectors.joining(","));
    }

    /** Returns the URL for the extension. */
    public String jdbcUrl() {
        return jdbcUrl;
    }

    /** Returns whether faults can be injected into the link. */
    public boolean isRelayed() {
        return !relays.isEmpty();
    }

    public void slow(Duration answers) {
        relays.forEach(relay -> relay.delay(always.plus(answers)));
    }

    public void notSlow() {
        relays.forEach(relay -> relay.delay(always));
    }

    public void cut() {
        relays.forEach(TcpRelay::cut);
    }

    public void mend() {
        relays.forEach(TcpRelay::mend);
    }

    @Override
    public void close() {
        relays.forEach(TcpRelay::close);
    }
}
