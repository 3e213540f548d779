package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.RunResult;
import io.github.hivemqtdengine.loadtest.measure.Samples;
import java.io.IOException;
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
        var receiving = start(subscribers, Subscriber::receive);
        var acknowledging = start(publishers, Publisher::receive);
        long start = EpochMicros.now();
        await(start(publishers, Publisher::send));
        long endOfSending = EpochMicros.now();
        awaitDeliveries(receiving);
        for (var connection : connections) {
            connection.endReading();
        }
        await(receiving);
        await(acknowledging);
        return new RunResult(
                start,
                Samples.merge(publishers.stream().map(Publisher::sendTimes).toList()),
                endOfSending,
                Samples.merge(subscribers.stream().map(Subscriber::receiveTimes).toList()),
                Samples.merge(subscribers.stream().map(Subscriber::latencies).toList()));
    }

    /** Waits for all subscribers, or until nothing came for a while; what is missing then is lost. */
    private void awaitDeliveries(List<Future<@Nullable Void>> receiving) throws InterruptedException {
        long before = -1;
        long changed = System.nanoTime();
        while (!receiving.stream().allMatch(Future::isDone)) {
            long now = subscribers.stream().mapToLong(Subscriber::received).sum();
            if (now != before) {
                before = now;
                changed = System.nanoTime();
            } else if (System.nanoTime() - changed > load.quiet().toNanos()) {
                return;
            }
            Thread.sleep(CHECK.toMillis());
        }
    }

    private <C> List<Future<@Nullable Void>> start(List<C> clients, Task<C> task) {
        var started = new ArrayList<Future<@Nullable Void>>();
        for (var client : clients) {
            started.add(threads.submit(() -> {
                task.run(client);
                return null;
            }));
        }
        return started;
    }

    private static void await(List<Future<@Nullable Void>> tasks) throws IOException, InterruptedException {
        try {
            for (var task : tasks) {
                task.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (TimeoutException e) {
            throw new IOException("A client of the load was not through within " + LIMIT, e);
        } catch (ExecutionException e) {
            throw new IOException("A client of the load failed", e.getCause());
        }
    }

    /** Disconnects all clients. */
    @Override
    public void close() throws IOException {
        threads.shutdown();
        for (var connection : connections) {
            connection.close();
        }
    }

    /** What a thread of a client does. */
    @FunctionalInterface
    private interface Task<C> {

        void run(C client) throws IOException;
    }
}
