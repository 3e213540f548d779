// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Timer of an event loop with microsecond resolution, for thousands of clients. The loop's own timer has milliseconds,
 * which causes bursts at thousands of messages a second. A separate thread sleeps until the next task is due.
 */
public final class LoopTimer implements AutoCloseable {

    private static final long IDLE = Long.MAX_VALUE;
    private static final long MOST_SLEEP_MICROS = TimeUnit.SECONDS.toMicros(1);
    /** Shortest interval between two wake-ups: tasks due in between run together. */
    private static final long LEAST_SLEEP_MICROS = 50;

    private final Executor loop;
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingLong(Task::dueMicros));
    private final Thread sleeper;
    private volatile long nextMicros = IDLE;
    private volatile boolean running;
    private volatile boolean closed;

    LoopTimer(String name, Executor loop) {
        this.loop = loop;
        this.sleeper = new Thread(this::sleep, name);
        sleeper.setDaemon(true);
        sleeper.start();
    }

    /** Schedules a task at an epoch time, never earlier. Only the loop's thread may call this. */
    public void at(long dueMicros, Runnable task) {
        tasks.add(new Task(dueMicros, task));
        wakeFor(dueMicros);
    }

    private void wakeFor(long dueMicros) {
        if (dueMicros < nextMicros) {
            nextMicros = dueMicros;
            LockSupport.unpark(sleeper);
        }
    }

    private void sleep() {
        while (!closed) {
            long next = nextMicros;
            long micros = next == IDLE || running ? MOST_SLEEP_MICROS : next - EpochMicros.now();
            if (micros <= 0) {
                running = true;
                loop.execute(this::runDue);
                micros = LEAST_SLEEP_MICROS;
            }
            LockSupport.parkNanos(this, TimeUnit.MICROSECONDS.toNanos(Math.min(micros, MOST_SLEEP_MICROS)));
        }
    }

    private void runDue() {
        long now = EpochMicros.now();
        for (var task = tasks.peek(); task != null && task.dueMicros() <= now; task = tasks.peek()) {
            tasks.remove();
            task.action().run();
        }
        nextMicros = tasks.isEmpty() ? IDLE : tasks.element().dueMicros();
        running = false;
        LockSupport.unpark(sleeper);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(sleeper);
    }

    private record Task(long dueMicros, Runnable action) {}
}
