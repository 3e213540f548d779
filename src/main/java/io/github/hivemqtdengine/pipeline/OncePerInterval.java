package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Lets a line into the log once per interval, however often there is a reason. May be used by any thread. */
public final class OncePerInterval {

    private final long intervalNanos;
    private final AtomicLong silentUntil = new AtomicLong(System.nanoTime());

    /** Is due at once. */
    public OncePerInterval(Duration interval) {
        this.intervalNanos = interval.toNanos();
    }

    /** Whether it is time again; then for the next interval it is not. */
    public boolean isDue() {
        long now = System.nanoTime();
        long until = silentUntil.get();
        return now - until >= 0 && silentUntil.compareAndSet(until, now + intervalNanos);
    }
}
