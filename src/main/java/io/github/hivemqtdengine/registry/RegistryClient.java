// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.SchemaLookup;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import io.github.hivemqtdengine.memory.RecentMap;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.registry.LookupLimit.Decision;
import io.github.hivemqtdengine.registry.RegistryException.Kind;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Schemas of one registry: from memory, else from the disk, else by a look-up on the thread that needs the schema. Lanes
 * that need the same schema wait for one look-up. Thread-safe.
 */
final class RegistryClient implements SchemaLookup {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryClient.class);

    /** Characters of the schemas whose parsed form is kept; a parsed schema takes some twenty times its text. */
    static final long MAX_SIZE = 4L << 20;

    private static final int MAX_ENTRIES = 4_096;
    private static final long ENTRY_SIZE = 256;
    private static final long NOTHING_FOR = Duration.ofMinutes(1).toNanos();

    private final RegistrySettings settings;
    private final RegistryHttp http;
    private final @Nullable SchemaFolder folder;
    private final LongSupplier nanos;
    private final LookupLimit limit;
    private final RecentMap<Key, Answer> answers =
            new RecentMap<>(MAX_ENTRIES, MAX_SIZE, (key, answer) -> answer.size());
    private final Map<SchemaId, CompletableFuture<RegisteredSchema>> pending = new ConcurrentHashMap<>();
    private final OncePerInterval warnings = new OncePerInterval(Duration.ofMinutes(1));
    private final LongAdder lookups = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private final LongAdder refusals = new LongAdder();

    /**
     * @param folder the schemas on disk, or {@code null}
     * @param nanos a clock like {@link System#nanoTime}
     */
    RegistryClient(RegistrySettings settings, @Nullable SchemaFolder folder, LongSupplier nanos) {
        this.settings = settings;
        this.http = new RegistryHttp(settings);
        this.folder = folder;
        this.nanos = nanos;
        this.limit = new LookupLimit(nanos);
    }

    /**
     * Key of an answer.
     *
     * @param parser the parser of a parsed schema, {@code null} for the answer that there is no schema
     */
    private record Key(SchemaId id, @Nullable Parser<?> parser) {}

    /**
     * Parsed schema, or the failure to get one.
     *
     * @param until the time until which the answer holds, nanoseconds; unlimited for a parsed schema
     */
    private record Answer(@Nullable Object parsed, @Nullable DecodeException failure, long until, long size) {}

    @Override
    public <T> T find(SchemaId id, Parser<T> parser) throws DecodeException {
        var known = known(id, parser);
        var answer = known == null ? answer(id, parser) : known;
        if (answer.failure() != null) {
            throw answer.failure();
        }
        @SuppressWarnings("unchecked") // a parser's answers are kept under the parser
        var parsed = (T) answer.parsed();
        return Objects.requireNonNull(parsed);
    }

    private @Nullable Answer known(SchemaId id, Parser<?> parser) {
        synchronized (answers) {
            var key = new Key(id, parser);
            var answer = answers.get(key);
            if (answer != null) {
                answers.put(key, answer);
                return answer;
            }
            var nothing = answers.get(new Key(id, null));
            return nothing != null && nanos.getAsLong() - nothing.until() < 0 ? nothing : null;
        }
    }

    private void keep(Key key, Answer answer) {
        synchronized (answers) {
            answers.put(key, answer);
        }
    }

    private <T> Answer answer(SchemaId id, Parser<T> parser) throws DecodeException {
        var schema = schema(id);
        long size = ENTRY_SIZE + schema.size();
        Answer answer;
        if (!schema.type().equals(parser.type().name())) {
            answer = new Answer(
                    null,
                    failure(
                            Fault.MALFORMED,
                            "Schema " + id + " of registry \"" + settings.id() + "\" is of the type " + schema.type()
                                    + ", but the route reads " + parser.type()),
                    0,
                    ENTRY_SIZE);
        } else {
            answer = parsed(id, schema, parser, size);
        }
        keep(new Key(id, parser), answer);
        return answer;
    }

    private <T> Answer parsed(SchemaId id, RegisteredSchema schema, Parser<T> parser, long size) {
        try {
            return new Answer(parser.parse(schema), null, 0, size);
        } catch (IllegalArgumentException e) {
            return new Answer(null, unknown("Schema " + id + " " + e.getMessage()), 0, ENTRY_SIZE);
        } catch (RuntimeException | StackOverflowError e) {
            return new Answer(null, unknown("Schema " + id + " can't be parsed (" + e + ")"), 0, ENTRY_SIZE);
        }
    }

    private RegisteredSchema schema(SchemaId id) throws DecodeException {
        var kept = folder == null ? null : folder.read(id);
        if (kept != null) {
            return kept;
        }
        var own = new CompletableFuture<RegisteredSchema>();
        var other = pending.putIfAbsent(id, own);
        if (other != null) {
            return await(id, other);
        }
        try {
            var schema = lookUp(id);
            own.complete(schema);
            return schema;
        } finally {
            pending.remove(id);
            own.cancel(false); // does nothing after success
        }
    }

    private RegisteredSchema await(SchemaId id, CompletableFuture<RegisteredSchema> other) throws DecodeException {
        try {
            return other.get(settings.requestTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | CancellationException e) {
            // the other lane reports why
        }
        throw unknown("Schema " + id + " was not found by another lane's look-up");
    }

    private RegisteredSchema lookUp(SchemaId id) throws DecodeException {
        var decision = limit.acquire();
        if (decision != Decision.GRANTED) {
            refusals.increment();
            throw unknown(
                    decision == Decision.DOWN
                            ? "Schema " + id + " is not known, and the registry did not answer a moment ago"
                            : "Schema " + id + " is not known, and is not looked up because too many look-ups have"
                                    + " found nothing");
        }
        lookups.increment();
        long begin = nanos.getAsLong();
        try {
            var deadline = System.nanoTime() + settings.requestTimeout().toNanos();
            var schema = new SchemaDownload(http, deadline).schema(id);
            reportRecovery();
            limit.found();
            if (folder != null) {
                folder.write(id, schema);
            }
            return schema;
        } catch (RegistryException e) {
            failures.increment();
            throw failed(id, e, begin);
        } catch (RuntimeException | Error e) { // no threads, sockets or heap, for example
            failures.increment();
            throw failed(id, new RegistryException(Kind.REGISTRY, "cannot be asked (" + e + ")"), begin);
        }
    }

    private DecodeException failed(SchemaId id, RegistryException cause, long begin) {
        var failure = unknown("Schema " + id + " is not known: the registry " + cause.predicate());
        if (cause.kind() == Kind.THIS_SCHEMA) {
            reportRecovery();
            limit.missed(begin);
            keep(new Key(id, null), new Answer(null, failure, nanos.getAsLong() + NOTHING_FOR, ENTRY_SIZE));
            return failure;
        }
        limit.failed(begin);
        if (warnings.tryAcquire()) {
            LOG.warn(
                    "Schema registry \"{}\" {}; messages whose schema is not cached become dead letters (no_schema):"
                            + " replay them once it answers",
                    settings.id(),
                    cause.predicate());
        }
        return failure;
    }

    private void reportRecovery() {
        if (limit.isRegistryDown()) {
            LOG.info("Schema registry \"{}\" answers again", settings.id());
        }
    }

    private DecodeException unknown(String sentence) {
        return failure(Fault.UNKNOWN_SCHEMA, sentence + " (registry \"" + settings.id() + "\")");
    }

    private static DecodeException failure(Fault fault, String sentence) {
        return new DecodeException(fault, sentence, -1);
    }

    /** Registers the metrics of the registry. */
    void report(PipelineMetrics metrics) {
        var id = settings.id();
        metrics.gauge(ExtensionMetric.SCHEMA_REGISTRY_UP, id, () -> isUp() ? 1 : 0);
        metrics.gauge(ExtensionMetric.SCHEMA_REGISTRY_LOOKUPS, id, this::lookups);
        metrics.gauge(ExtensionMetric.SCHEMA_REGISTRY_FAILURES, id, this::failures);
        metrics.gauge(ExtensionMetric.SCHEMA_REGISTRY_REFUSALS, id, this::refusals);
        metrics.gauge(ExtensionMetric.SCHEMA_REGISTRY_CACHED_BYTES, id, this::cachedBytes);
    }

    /** Returns whether the registry has answered the last look-up. */
    boolean isUp() {
        return !limit.isRegistryDown();
    }

    /** Returns the look-ups of schemas, which may be several requests each. */
    long lookups() {
        return lookups.sum();
    }

    /** Returns the look-ups that found no schema. */
    long failures() {
        return failures.sum();
    }

    /** Returns the payloads whose schema was not looked up, because of too many look-ups or an outage. */
    long refusals() {
        return refusals.sum();
    }

    /** Returns the approximate bytes of the schemas in memory. */
    long cachedBytes() {
        synchronized (answers) {
            return answers.bytes();
        }
    }
}
