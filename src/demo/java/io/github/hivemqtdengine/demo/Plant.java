// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Simulated plant whose devices publish at a steady rate over real MQTT connections. */
final class Plant {

    private static final long TICK_MILLIS = 10;
    private static final long PATIENCE_SECONDS = 10;

    /** Limit of unacknowledged messages; a plant that is faster than the broker waits instead of filling the heap. */
    private static final int MAX_UNACKNOWLEDGED = 10_000;

    private final List<Device> devices;
    private final int rate;
    private final ScheduledExecutorService pacer;
    private final Semaphore room = new Semaphore(MAX_UNACKNOWLEDGED);
    private final AtomicLong published = new AtomicLong();
    private long startNanos;
    private long due;

    /** @param rate messages per second of all devices together */
    Plant(int devices, int rate, String mqttHost, int mqttPort) {
        var instruments = new Instruments(InstantSource.system());
        this.devices = IntStream.range(0, devices)
                .mapToObj(number -> Device.of(number, mqttHost, mqttPort, instruments))
                .toList();
        this.rate = rate;
        this.pacer = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "plant"));
    }

    /** Connects all devices and starts publishing. */
    void start() {
        all(Device::connect).join();
        startNanos = System.nanoTime();
        if (!devices.isEmpty()) {
            var unused = pacer.scheduleAtFixedRate(this::publishWhatIsDue, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void publishWhatIsDue() {
        long target = (System.nanoTime() - startNanos) * rate / TimeUnit.SECONDS.toNanos(1);
        for (; due < target && room.tryAcquire(); due++) {
            var device = devices.get((int) (due % devices.size()));
            var unused = device.publish().whenComplete((result, failure) -> ended(failure));
        }
    }

    private void ended(@Nullable Throwable failure) {
        room.release();
        if (failure == null) {
            published.incrementAndGet();
        }
    }

    /** Returns the number of messages that the broker has acknowledged, or that were sent with QoS 0. */
    long published() {
        return published.get();
    }

    /** Stops publishing, waits for unacknowledged messages, and disconnects. */
    void stop() throws InterruptedException {
        pacer.shutdown();
        if (pacer.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)
                && room.tryAcquire(MAX_UNACKNOWLEDGED, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            room.release(MAX_UNACKNOWLEDGED);
        }
        all(Device::disconnect).exceptionally(alreadyGone -> null).join();
    }

    private CompletableFuture<@Nullable Void> all(Function<Device, CompletableFuture<?>> action) {
        return CompletableFuture.allOf(devices.stream().map(action).toArray(CompletableFuture<?>[]::new));
    }
}
