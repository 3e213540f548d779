package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.scenario.LaneDelay;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The way from a broker's extension to the database: direct, which costs nothing, or over relays, which can be slowed down
 * and cut.
 */
final class DatabaseLink implements AutoCloseable {

    private final String jdbcUrl;
    private final List<TcpRelay> relays;
    private final Duration always;

    private DatabaseLink(String jdbcUrl, List<TcpRelay> relays, Duration always) {
        this.jdbcUrl = jdbcUrl;
        this.relays = relays;
        this.always = always;
    }

    static DatabaseLink direct(Database database) {
        return new DatabaseLink(database.jdbcUrl(), List.of(), Duration.ZERO);
    }

    /** To a port where nobody listens. */
    static DatabaseLink nowhere(Database database) throws IOException {
        return new DatabaseLink(database.jdbcUrl("127.0.0.1:" + FreePort.find()), List.of(), Duration.ZERO);
    }

    /** Over a relay that delays everything by so much each way, which may be nothing. */
    static DatabaseLink relayed(Database database, Duration eachWay) throws IOException {
        var relay = TcpRelay.to(database.address());
        relay.delay(eachWay);
        return new DatabaseLink(database.jdbcUrl(authority(List.of(relay))), List.of(relay), eachWay);
    }

    /**
     * With slow lanes. Each lane of the extension has one of TDengine's endpoints, in their order. QuestDB has one endpoint
     * only; there, connections are slow in the order in which they come.
     */
    static DatabaseLink uneven(Database database, LaneDelay plan) throws IOException {
        var eachWay = plan.delay().dividedBy(2);
        if (database.kind() == DatabaseKind.QUESTDB) {
            var relay = TcpRelay.to(database.address());
            relay.delay(eachWay, plan.slow(), plan.endpoints());
            return new DatabaseLink(database.jdbcUrl(authority(List.of(relay))), List.of(relay), Duration.ZERO);
        }
        var relays = new ArrayList<TcpRelay>();
        for (int i = 0; i < plan.endpoints(); i++) {
            var relay = TcpRelay.to(database.address());
            relay.delay(i < plan.slow() ? eachWay : Duration.ZERO);
            relays.add(relay);
        }
        return new DatabaseLink(database.jdbcUrl(authority(relays)), List.copyOf(relays), Duration.ZERO);
    }

    private static String authority(List<TcpRelay> relays) {
        return relays.stream()
                .map(relay -> "127.0.0.1:" + relay.address().getPort())
                .collect(Collectors.joining(","));
    }

    /** How the extension reaches the database. */
    String jdbcUrl() {
        return jdbcUrl;
    }

    /** Whether it can be disturbed. */
    boolean isRelayed() {
        return !relays.isEmpty();
    }

    void slow(Duration eachWay) {
        relays.forEach(relay -> relay.delay(always.plus(eachWay)));
    }

    void notSlow() {
        relays.forEach(relay -> relay.delay(always));
    }

    void cut() {
        relays.forEach(TcpRelay::cut);
    }

    void mend() {
        relays.forEach(TcpRelay::mend);
    }

    @Override
    public void close() {
        relays.forEach(TcpRelay::close);
    }
}
