package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.RunResult;
import io.github.hivemqtdengine.loadtest.measure.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One run of a load: all clients connect, then all publish at once, and it ends when everything has come. */
public final class LoadRun implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration CHECK = Duration.ofMillis(100);

    private final Load load;
    private final List<Connection> connections = new ArrayList<>();
    private final List<Publisher> publishers = new ArrayList<>();
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private LoadRun(Load load) {
        this.load = load;
    }

    /**
     * Runs a load.
     *
     * @throws IOException if a client was refused or cut off
     */
    public static RunResult of(Load load, InetSocketAddress broker) throws IOException, InterruptedException {
        try (var run = new LoadRun(load)) {
            run.connect(broker);
            return run.measure();
        }
    }

    private void connect(InetSocketAddress broker) throws IOException {
        for (int i = 0; i < load.subscribers(); i++) {
            var connection = open(broker, "loader-sub-" + i);
            for (var topic : load.topics()) {
                connection.subscribe(topic, 0);
            }
            subscribers.add(new Subscriber(load, connection));
        }
        for (int i = 0; i < load.publishers(); i++) {
            publishers.add(new Publisher(load, i, open(broker, "loader-pub-" + i)));
        }
    }

    private Connection open(InetSocketAddress broker, String clientId) throws IOException {
        var connection = Connection.open(broker, clientId);
        connections.add(connection);
        return connection;
    }

    private RunResult measure() throws IOException, InterruptedException {
        var receiving = subscribers.stream()
                .map(subscriber -> start(subscriber::receive))
                .toList();
        publishers.forEach(publisher -> start(publisher::receive));
        long start = EpochMicros.now();
        var sending =
                publishers.stream().map(publisher -> start(publisher::send)).toList();
        for (var sender : sending) {
            await(sender);
        }
        long endOfSending = EpochMicros.now();
        awaitDeliveries(receiving);
        return new RunResult(
                start,
                Samples.merge(publishers.stream().map(Publisher::sendTimes).toList()),
                endOfSending,
                Samples.merge(subscribers.stream().map(Subscriber::receiveTimes).toList()),
                Samples.merge(subscribers.stream().map(Subscriber::latencies).toList()));
    }

    /** Waits for all subscribers, or until nothing came for a while; what is missing then is lost. */
    private void awaitDeliveries(List<Future<@Nullable Void>> receiving) throws IOException, InterruptedException {
        long before = -1;
        long quietSince = System.nanoTime();
        while (!receiving.stream().allMatch(Future::isDone)) {
            long now = subscribers.stream().mapToLong(Subscriber::received).sum();
            if (now != before) {
                before = now;
                quietSince = System.nanoTime();
            } else if (System.nanoTime() - quietSince > load.quiet().toNanos()) {
                break;
            }
            Thread.sleep(CHECK.toMillis());
        }
        for (var connection : connections) {
            connection.endReading();
        }
        for (var receiver : receiving) {
            await(receiver);
        }
    }

    private Future<@Nullable Void> start(Task task) {
        return threads.submit(() -> {
            task.run();
            return null;
        });
    }

    private static void await(Future<@Nullable Void> task) throws IOException, InterruptedException {
        try {
            task.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IOException("A client of the load was not through within " + LIMIT, e);
        } catch (ExecutionException e) {
            throw new IOException("A client of the load failed", e.getCause());
        }
    }

    private void disconnect() {
        for (var connection : connections) {
            try {
                connection.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        connections.clear();
    }

    @Override
    public void close() {
        disconnect();
        threads.shutdown();
    }

    /** What a client's thread does. */
    @FunctionalInterface
    private interface Task {

        void run() throws IOException;
    }
}
