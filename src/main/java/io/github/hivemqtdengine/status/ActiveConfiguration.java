// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the status says of the configuration, without secrets.
 *
 * @param since time of the start, or of the last change applied
 * @param rejection the last change, if it was rejected or could not be applied yet
 * @param lanes the lanes of each database
 */
public record ActiveConfiguration(
        Path file,
        Instant since,
        @Nullable Rejection rejection,
        int lanes,
        List<RouteName> routes,
        List<DatabasePlace> databases) {

    public ActiveConfiguration {
        routes = List.copyOf(routes);
        databases = List.copyOf(databases);
    }

    /** Change that is not active. */
    public record Rejection(Instant time, String problems) {}

    /**
     * Route and the database that it writes to.
     *
     * @param silence how long it may be without a message, {@code null} for ever
     */
    public record RouteName(
            String id, String databaseId, @Nullable Duration silence) {}

    /**
     * Database and where it is.
     *
     * @param host hosts and ports of the server
     */
    public record DatabasePlace(String id, String host) {

        private static final Pattern HOSTS = Pattern.compile("//(?:[^/?]*@)?([^/?@]*)");

        /** Returns the place of a database without the user, password and parameters of its URL. */
        public static DatabasePlace of(String id, String jdbcUrl) {
            var hosts = HOSTS.matcher(jdbcUrl);
            return new DatabasePlace(id, hosts.find() ? hosts.group(1) : "");
        }
    }
}
