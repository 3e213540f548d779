// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.silence;

import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.config.Silence;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.status.silence.KeysOfRoute.SeenKey;
import io.github.hivemqtdengine.time.OncePerInterval;
import io.github.hivemqtdengine.time.PeriodicTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch over the routes whose {@link Silence} has a key. Notes the key of each message, and keeps the keys in a file, so
 * that a machine that fell silent before a restart is still known. Thread-safe.
 */
public final class SilenceWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SilenceWatch.class);

    static final String FILE = "silence-keys.json";

    /** Most keys of a route that the status names. */
    static final int MAX_SHOWN = 10;

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);

    private final Path file;
    private final Supplier<ExtensionSettings> active;
    private final Clock clock;
    private final LongSupplier nanos;
    private final OncePerInterval failures = new OncePerInterval(Duration.ofHours(1));
    private final PeriodicTask task = new PeriodicTask("tdengine-silence", this::write, INTERVAL, LONGEST_STOP);
    private volatile Map<String, KeysOfRoute> routes = Map.of();
    private ExtensionSettings followed;

    /**
     * Creates a watch that knows the keys of an earlier process.
     *
     * @param dataFolder the folder that the extension may write to
     * @param active returns the active settings, the same object until they change
     * @param nanos a clock like {@link System#nanoTime}
     */
    public SilenceWatch(Path dataFolder, Supplier<ExtensionSettings> active, Clock clock, LongSupplier nanos) {
        this.file = dataFolder.resolve(FILE);
        this.active = active;
        this.clock = clock;
        this.nanos = nanos;
        this.followed = active.get();
        follow(followed);
        restore();
    }

    /** Returns an intake that passes everything on to another one. */
    public MessageSink around(MessageSink sink) {
        return new NotingSink(sink, this::note);
    }

    private void note(Route route, String topic) {
        var keys = routes.get(route.id());
        if (keys != null) {
            keys.note(topic, nanos.getAsLong());
        }
    }

    public void start() {
        task.start();
    }

    /** Follows a change of the settings: a route that has changed has no keys. */
    private synchronized Map<String, KeysOfRoute> routes() {
        var now = active.get();
        if (!now.equals(followed)) {
            follow(now);
            followed = now;
        }
        return routes;
    }

    private void follow(ExtensionSettings settings) {
        var next = new HashMap<String, KeysOfRoute>();
        for (var route : settings.routes()) {
            var silence = settings.silences().get(route.id());
            if (silence != null && silence.key() != null) {
                next.put(route.id(), keys(route.id(), silence, route.filters()));
            }
        }
        routes = next;
    }

    private KeysOfRoute keys(String routeId, Silence silence, List<TopicFilter> filters) {
        var known = routes.get(routeId);
        return known != null && known.isOf(silence, filters) ? known : new KeysOfRoute(silence, filters);
    }

    /**
     * Returns the silent keys for the status, as JSON: {@code route}, {@code key} and {@code since}, or {@code others},
     * the number of those that are not named.
     *
     * @param maxRoutes the maximum number of routes
     */
    public List<Map<String, Object>> json(int maxRoutes) {
        var json = new ArrayList<Map<String, Object>>();
        long now = nanos.getAsLong();
        routes().entrySet().stream().limit(maxRoutes).forEach(route -> {
            var id = route.getKey();
            var keys = route.getValue();
            var silent = keys.silent(now, clock.instant());
            silent.stream()
                    .limit(MAX_SHOWN)
                    .forEach(key -> json.add(Map.of("route", id, "key", key.key(), "since", key.last())));
            if (silent.size() > MAX_SHOWN) {
                json.add(Map.of("route", id, "others", silent.size() - MAX_SHOWN));
            }
            if (keys.isFull() && failures.tryAcquire()) {
                LOG.warn("Route \"{}\" has more keys than its silence is watched for; new ones are left out", id);
            }
        });
        return json;
    }

    private void restore() {
        try {
            if (JsonTree.read(Files.readAllBytes(file)) instanceof Map<?, ?> saved) {
                saved.forEach((id, keys) -> restore(routes.get(String.valueOf(id)), keys));
            }
        } catch (NoSuchFileException e) {
            return; // the first start
        } catch (IOException | DecodeException | DateTimeException e) {
            LOG.warn(
                    "File \"{}\" cannot be read; keys that are silent since the last run are unknown: {}",
                    file,
                    e.toString());
        }
    }

    private void restore(@Nullable KeysOfRoute route, Object saved) {
        if (route != null && saved instanceof Map<?, ?> keys) {
            long now = nanos.getAsLong();
            keys.forEach((key, last) ->
                    route.restore(new SeenKey(String.valueOf(key), Instant.parse(String.valueOf(last))), now));
        }
    }

    /** Writes the keys, so that another process knows them. */
    private void write() {
        var json = new LinkedHashMap<String, Object>();
        long now = nanos.getAsLong();
        routes().forEach((id, keys) -> {
            var times = new LinkedHashMap<String, Object>();
            keys.all(now, clock.instant()).forEach(key -> times.put(key.key(), key.last()));
            json.put(id, times);
        });
        var draft = file.resolveSibling("." + FILE);
        try {
            PrivateFiles.write(draft, JsonTree.utf8(json));
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            if (failures.tryAcquire()) {
                LOG.warn(
                        "File \"{}\" cannot be written; keys that are silent are unknown after a restart: {}",
                        file,
                        e.toString());
            }
        }
    }

    @Override
    public void close() {
        task.close();
        write();
    }
}
