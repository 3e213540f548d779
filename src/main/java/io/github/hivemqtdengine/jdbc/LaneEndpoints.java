// SPDX-License-Identifier: Apache-2.0
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
 * Endpoints of a database in the order of one lane's preference. Each lane prefers another endpoint, which spreads the
 * lanes, and uses the next working one while the preferred one fails. For the lane's thread only.
 */
final class LaneEndpoints {

    private static final Logger LOG = LoggerFactory.getLogger(LaneEndpoints.class);

    private final String databaseId;
    private final List<Endpoint> byPreference;
    private Endpoint current;

    /** @param lane number of the lane, from 0 */
    LaneEndpoints(String databaseId, List<Endpoint> endpoints, int lane) {
        this.databaseId = databaseId;
        this.byPreference = new ArrayList<>(endpoints);
        Collections.rotate(byPreference, -lane % endpoints.size());
        this.current = byPreference.get(0);
    }

    Connection connect() throws SQLException {
        current = choose();
        return current.pool().getConnection();
    }

    /** Returns the longest wait of {@link #connect}. */
    long connectTimeoutMillis() {
        return current.pool().getConnectionTimeout();
    }

    private Endpoint choose() {
        for (var endpoint : byPreference) {
            if (endpoint.select()) {
                return endpoint;
            }
        }
        var next = Collections.min(byPreference, Comparator.comparingLong(Endpoint::pauseNanos));
        next.beginTry();
        return next;
    }

    /** Records a success of the current endpoint. */
    void worked() {
        if (current.worked() && byPreference.size() > 1) {
            LOG.info("Database \"{}\": endpoint \"{}\" is available again", databaseId, current);
        }
    }

    /**
     * Records a failure of the current endpoint, so that the next connection prefers another one.
     *
     * @param why a sentence without secrets
     */
    void failed(String why) {
        if (current.failed() && byPreference.size() > 1) {
            LOG.warn(
                    "Database \"{}\": endpoint \"{}\" is unavailable; its lanes use the other endpoints: {}",
                    databaseId,
                    current,
                    why);
        }
    }

    /** Removes a connection from its pool. */
    void evict(Connection connection) {
        current.pool().evictConnection(connection);
    }
}
