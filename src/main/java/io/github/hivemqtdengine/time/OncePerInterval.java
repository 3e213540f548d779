// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.time;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Rate limit of a log line: once per interval. May be used by any thread. */
public final class OncePerInterval {

    private final long intervalNanos;
    private final LongSupplier nanos;
    private final AtomicLong silentUntil;

    /** Creates a limit that is due at once. */
    public OncePerInterval(Duration interval) {
        this(interval, System::nanoTime);
    }

    /**
     * Creates a limit that is due at once.
     *
     * @param nanos a clock like {@link System#nanoTime}
     */
    public OncePerInterval(Duration interval, LongSupplier nanos) {
        this.intervalNanos = interval.toNanos();
        this.nanos = nanos;
        this.silentUntil = new AtomicLong(nanos.getAsLong());
    }

    /** Starts the next interval if the line is due; returns whether it is. */
    public boolean tryAcquire() {
        long now = nanos.getAsLong();
        long until = silentUntil.get();
        return now - until >= 0 && silentUntil.compareAndSet(until, now + intervalNanos);
    }
}
