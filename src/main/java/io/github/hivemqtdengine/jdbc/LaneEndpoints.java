package io.github.hivemqtdengine.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where one lane gets its connections: from an endpoint of its own, so that the lanes are spread over all of them, and
 * from the next one that works while its own does not. For the lane's thread only.
 */
final class LaneEndpoints {

    private static final Logger LOG = LoggerFactory.getLogger(LaneEndpoints.class);

    private final String databaseId;
    private final List<Endpoint> byPreference;
    private Endpoint current;

    /** @param lane the lane's number, from 0 */
    LaneEndpoints(String databaseId, List<Endpoint> endpoints, int lane) {
        this.databaseId = databaseId;
        this.byPreference = new ArrayList<>(endpoints);
        Collections.rotate(byPreference, -lane % endpoints.size());
        this.current = byPreference.get(0);
    }

    Connection connect() throws SQLException {
        current = choose();
        return current.connect();
    }

    /** How long {@link #connect} waits at most. */
    long connectTimeoutMillis() {
        return current.connectTimeoutMillis();
    }

    private Endpoint choose() {
        for (var endpoint : byPreference) {
            if (endpoint.isWorthATry()) {
                return endpoint;
            }
        }
        var next = Collections.min(byPreference, Comparator.comparingLong(Endpoint::pauseNanos));
        next.beginTry();
        return next;
    }

    /** The endpoint of the last connection was of use. */
    void worked() {
        if (current.worked() && byPreference.size() > 1) {
            LOG.info("Database {}: {} can be used again", databaseId, current);
        }
    }

    /**
     * The endpoint of the last connection was of no use; the next connection is another one's.
     *
     * @param why a sentence without secrets
     */
    void failed(String why) {
        if (current.failed() && byPreference.size() > 1) {
            LOG.warn("Database {}: {} can't be used now, its lanes go to the others: {}", databaseId, current, why);
        }
    }

    /** The connection is not used again. */
    void evict(Connection connection) {
        current.evict(connection);
    }
}
