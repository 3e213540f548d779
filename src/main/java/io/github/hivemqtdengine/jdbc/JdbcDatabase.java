// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseLimits;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import io.github.hivemqtdengine.jdbc.dialect.Redaction;
import io.github.hivemqtdengine.jdbc.questdb.QuestDbDialect;
import io.github.hivemqtdengine.jdbc.tdengine.TdengineDialect;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.Database;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/** Database with a JDBC driver: a connection pool for each endpoint, and a writer for each lane. */
public final class JdbcDatabase implements Database {

    private static final List<Dialect> DIALECTS = List.of(new TdengineDialect(), new QuestDbDialect());

    private static final Duration VALIDATION_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MAX_LIFETIME = Duration.ofMinutes(30);
    /** For TDengine a check of the channel; for QuestDB a request, which firewalls count as traffic. */
    private static final Duration KEEPALIVE = Duration.ofMinutes(2);

    private static final Duration SHORTEST_CONNECT_TIMEOUT = Duration.ofMillis(250);

    private final DatabaseSettings settings;
    private final Dialect dialect;
    private final TableRegistry tables;
    private final List<Endpoint> endpoints;
    private final AtomicInteger writers = new AtomicInteger();
    private final ReentrantLock opening = new ReentrantLock();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param loginPause pause after the first refused login */
    JdbcDatabase(DatabaseSettings settings, int lanes, TableRegistry tables, Dialect dialect, Duration loginPause) {
        this.settings = settings;
        this.tables = tables;
        this.dialect = dialect;
        this.endpoints = begin(settings, lanes, dialect, loginPause);
    }

    private static List<Endpoint> begin(DatabaseSettings settings, int lanes, Dialect dialect, Duration loginPause) {
        DriverUse.begin(dialect);
        var connection = settings.connection();
        var throttle = new LoginThrottle(
                settings.id(),
                loginPause,
                connection.connectTimeout().plus(connection.requestTimeout()),
                failure -> dialect.classify(failure).loginRefused(),
                System::nanoTime);
        try {
            return dialect.endpoints(connection).stream()
                    .map(url -> new Endpoint(pool(url, settings, lanes, dialect, throttle), System::nanoTime))
                    .toList();
        } catch (RuntimeException e) {
            DriverUse.end(dialect); // unused pools hold nothing
            throw e;
        }
    }

    /** Creates a database that checks each table when a lane first writes it. */
    public static JdbcDatabase of(DatabaseSettings settings, int lanes) {
        return of(settings, lanes, List.of(), DatabaseReport.NONE);
    }

    /** Creates a database with the default pause after a refused login. */
    public static JdbcDatabase of(
            DatabaseSettings settings, int lanes, List<TableHandle> tables, DatabaseReport report) {
        return of(settings, lanes, tables, report, RetrySettings.DEFAULT.probeDelay());
    }

    /**
     * Creates a database that connects when its first writer does.
     *
     * @param lanes number of writers
     * @param tables tables to write; created, changed or at least checked before the first row
     * @param report listener for tables that do not fit their routes
     * @param loginPause pause after the first login that the server refuses; doubles with each further one
     * @throws IllegalArgumentException if no dialect supports the JDBC URL
     */
    public static JdbcDatabase of(
            DatabaseSettings settings,
            int lanes,
            List<TableHandle> tables,
            DatabaseReport report,
            Duration loginPause) {
        return new JdbcDatabase(
                settings,
                lanes,
                new TableRegistry(tables, report),
                dialect(settings.connection().jdbcUrl()),
                loginPause);
    }

    /** Replaces the tables that the lanes write; each new table is created or changed with its first rows. */
    public void write(List<TableHandle> now) {
        tables.replaceWith(now);
    }

    /** Returns whether a dialect supports this JDBC URL. */
    public static boolean supports(String jdbcUrl) {
        return find(jdbcUrl).isPresent();
    }

    /** Returns the limits of the dialect of this JDBC URL; without objections if no dialect supports the URL. */
    public static DatabaseLimits limits(String jdbcUrl) {
        return limits(jdbcUrl, DatabaseSettings.DEFAULT_ENGINE);
    }

    /** Returns the limits for the URL and the write engine of these settings. */
    public static DatabaseLimits limits(DatabaseSettings settings) {
        return limits(settings.connection().jdbcUrl(), settings.engine());
    }

    private static DatabaseLimits limits(String jdbcUrl, WriteEngine engine) {
        return find(jdbcUrl).map(dialect -> dialect.limits(engine)).orElse(DatabaseLimits.NONE);
    }

    /**
     * Returns the statements that create a database and its tables, without connecting.
     *
     * @throws IllegalArgumentException if no dialect supports the JDBC URL, or the database does not allow such a table
     */
    public static List<String> ddl(DatabaseSettings settings, List<TableShape> tables) {
        return dialect(settings.connection().jdbcUrl()).ddl(settings, tables);
    }

    /** Returns the precision of the keys of a database that {@link #ddl} creates. */
    public static Precision precision(DatabaseSettings settings) {
        return dialect(settings.connection().jdbcUrl()).precision(settings);
    }

    /**
     * Returns the statements that store rows, without connecting.
     *
     * @throws IllegalArgumentException if a value or a name can't be stored as it is
     */
    public static List<String> inserts(DatabaseSettings settings, List<Row> rows) {
        return dialect(settings.connection().jdbcUrl()).inserts(settings, rows);
    }

    /** Returns the prefixes of supported JDBC URLs, for a sentence to the user. */
    public static String supportedUrls() {
        return DIALECTS.stream().map(Dialect::urlPrefix).collect(Collectors.joining(" or "));
    }

    static Dialect dialect(String jdbcUrl) {
        return find(jdbcUrl)
                .orElseThrow(
                        () -> new IllegalArgumentException("is not a JDBC URL that begins with " + supportedUrls()));
    }

    private static Optional<Dialect> find(String jdbcUrl) {
        return DIALECTS.stream()
                .filter(dialect -> jdbcUrl.startsWith(dialect.urlPrefix()))
                .findFirst();
    }

    /** Creates a pool that opens nothing until the first connection is requested. */
    private static HikariDataSource pool(
            String url, DatabaseSettings settings, int lanes, Dialect dialect, LoginThrottle throttle) {
        var pool = new HikariDataSource();
        pool.setPoolName(settings.id());
        pool.setJdbcUrl(url);
        pool.setMaximumPoolSize(lanes + 1);
        // no idle reserve: the lanes try a database that is down or refuses the password, at their pace
        pool.setMinimumIdle(0);
        pool.setInitializationFailTimeout(-1);
        pool.setConnectionTimeout(longer(settings.connection().connectTimeout(), SHORTEST_CONNECT_TIMEOUT)
                .toMillis());
        pool.setValidationTimeout(VALIDATION_TIMEOUT.toMillis());
        pool.setMaxLifetime(MAX_LIFETIME.toMillis());
        pool.setKeepaliveTime(KEEPALIVE.toMillis());
        dialect.configure(pool, settings);
        pool.setDataSource(EndpointDataSource.takingOver(pool, dialect, Redaction.of(settings.connection()))
                .within(throttle));
        return pool;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    @Override
    public String id() {
        return settings.id();
    }

    @Override
    public Duration longestWrite() {
        return settings.connection().connectTimeout().plus(dialect.longestWrite(settings));
    }

    @Override
    public int connections() {
        return endpoints.stream().mapToInt(Endpoint::connections).sum();
    }

    @Override
    public BatchWriter openWriter() {
        var connections = new LaneEndpoints(settings.id(), endpoints, writers.getAndIncrement());
        return new JdbcBatchWriter(
                connections,
                opening,
                tables,
                () -> dialect.newSession(settings),
                new ExceptionTranslator(settings, dialect));
    }

    /** Closes the connections. Closing the last database ends the driver's threads and deregisters the drivers. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            endpoints.forEach(Endpoint::close);
            DriverUse.end(dialect);
        }
    }
}
