// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.silence;

import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.config.Silence;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.status.ObservedSink;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
    static final int MAX_SHOWN = 3;

    private static final String KEY = "key";
    private static final String SEEN = "seen";

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);

    private final Path file;
    private final Supplier<ExtensionSettings> active;
    private final Clock clock;
    private final LongSupplier nanos;
    private final OncePerInterval failures = new OncePerInterval(Duration.ofHours(1));
    private final OncePerInterval fullRoutes = new OncePerInterval(Duration.ofHours(1));
    private final PeriodicTask task =
            new PeriodicTask("tdengine-silence", this::writeRegularly, INTERVAL, LONGEST_STOP);
    private volatile Map<String, KeysOfRoute> routes = Map.of();
    private ExtensionSettings followed;
    private volatile boolean isBusy;

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
        return new ObservedSink(sink, this::note);
    }

    private void note(List<Route> matched, InboundMessage message) {
        for (var route : matched) {
            var keys = routes.get(route.id());
            if (keys != null) {
                keys.note(message.topic(), nanos.getAsLong());
            }
        }
    }

    public void start() {
        task.start();
    }

    /** Returns the watched routes, after a change those of the new settings. */
    private synchronized Map<String, KeysOfRoute> routes() {
        var now = active.get();
        if (!now.equals(followed)) {
            follow(now);
            followed = now;
        }
        return routes;
    }

    private void follow(ExtensionSettings settings) {
        var next = new TreeMap<String, KeysOfRoute>();
        for (var route : settings.routes()) {
            var silence = settings.silences().get(route.id());
            if (silence != null && silence.key() != null) {
                next.put(route.id(), keys(routes.get(route.id()), new KeysOfRoute(silence, route.filters())));
            }
        }
        routes = next;
    }

    /** Returns the keys of a route, with those that it had before a change if they are of the same level. */
    private static KeysOfRoute keys(@Nullable KeysOfRoute before, KeysOfRoute keys) {
        if (before != null
                && Objects.equals(before.silence().key(), keys.silence().key())) {
            keys.adopt(before);
        }
        return keys;
    }

    /**
     * Returns the routes with silent keys for the status, as JSON: {@code id}, {@code after}, {@code count}, {@code since}
     * of the first, and the first {@code keys}.
     *
     * @param maxRoutes the maximum number of routes
     */
    public List<Map<String, Object>> json(int maxRoutes) {
        var json = new ArrayList<Map<String, Object>>();
        long now = nanos.getAsLong();
        routes().forEach((id, keys) -> {
            var silent = keys.silent(now, clock.instant());
            if (!silent.isEmpty() && json.size() < maxRoutes) {
                var route = new LinkedHashMap<String, Object>();
                route.put("id", id);
                route.put("count", silent.size());
                route.put("since", silent.get(0).last());
                route.put(
                        "keys",
                        silent.stream().limit(MAX_SHOWN).map(SeenKey::key).toList());
                json.add(route);
            }
            if (keys.isFull() && fullRoutes.tryAcquire()) {
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

    private void restore(@Nullable KeysOfRoute route, @Nullable Object saved) {
        if (route != null
                && saved instanceof Map<?, ?> fields
                && Objects.equals(fields.get(KEY), route.silence().key())
                && fields.get(SEEN) instanceof Map<?, ?> keys) {
            long now = nanos.getAsLong();
            keys.forEach((key, last) -> route.restore(
                    new SeenKey(String.valueOf(key), Instant.parse(String.valueOf(last))), now, clock.instant()));
        }
    }

    private void writeRegularly() {
        isBusy = true;
        write();
        isBusy = false;
    }

    /** Writes the keys, so that another process knows them. */
    private synchronized void write() {
        var json = new LinkedHashMap<String, Object>();
        long now = nanos.getAsLong();
        routes().forEach((id, keys) -> {
            var times = new LinkedHashMap<String, Object>();
            keys.all(now, clock.instant()).forEach(key -> times.put(key.key(), key.last()));
            json.put(id, Map.of(KEY, Objects.requireNonNull(keys.silence().key()), SEEN, times));
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

    /** Writes the keys once more, unless a write waits for the disk. */
    @Override
    public void close() {
        task.close();
        if (!isBusy) {
            write();
        }
    }
}
