// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Limits of the look-ups at one registry, since publishers choose the schemas that they name. Look-ups that find
 * nothing are limited to ten a second and to a fifth of the time. While the registry does not answer, one look-up after
 * each pause tries it. Thread-safe.
 */
final class LookupLimit {

    /** Permits that are renewed each second, and the most that are saved. */
    static final int PERMITS = 10;

    /** Cost of a second of waiting for nothing. */
    private static final double COST_OF_A_SECOND = 50;
    /** Cost of a look-up that finds a schema; the number of schemas is limited by the registry. */
    private static final double COST_OF_A_SCHEMA = 0.1;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofSeconds(30).toNanos();

    private final LongSupplier nanos;
    private double permits = PERMITS;
    private long renewed;
    private long pause;
    private long failedAt;
    private boolean isDown;
    private boolean isTried;

    /** @param nanos a clock like {@link System#nanoTime} */
    LookupLimit(LongSupplier nanos) {
        this.nanos = nanos;
        this.renewed = nanos.getAsLong();
    }

    /** Decisions on a look-up. */
    enum Decision {
        GRANTED,
        /** Too many look-ups have found nothing. */
        TOO_MANY,
        /** The registry did not answer a moment ago. */
        DOWN
    }

    /** Takes a permit, which the caller returns by {@link #found}, {@link #missed} or {@link #failed}. */
    synchronized Decision acquire() {
        long now = nanos.getAsLong();
        permits = Math.min(PERMITS, permits + (double) (now - renewed) / SECOND * PERMITS);
        renewed = now;
        if (isDown && (isTried || now - failedAt < pause)) {
            return Decision.DOWN;
        }
        if (permits < 1) {
            return Decision.TOO_MANY;
        }
        permits--;
        isTried = isDown;
        return Decision.GRANTED;
    }

    /** Records that a schema was found. */
    synchronized void found() {
        permits += 1 - COST_OF_A_SCHEMA;
        isUp();
    }

    /** Records that the registry has no such schema. */
    synchronized void missed(long begin) {
        permits -= Math.max(0, (double) (nanos.getAsLong() - begin) / SECOND * COST_OF_A_SECOND - 1);
        isUp();
    }

    private void isUp() {
        isDown = false;
        isTried = false;
        pause = 0;
    }

    /** Records that the registry did not answer. Look-ups that began before another one failed count as one. */
    synchronized void failed(long begin) {
        if (isDown && begin - failedAt < 0) {
            return;
        }
        pause = Math.min(LONGEST_PAUSE, Math.max(SECOND, 2 * pause));
        failedAt = nanos.getAsLong();
        isDown = true;
        isTried = false;
    }

    synchronized boolean isRegistryDown() {
        return isDown;
    }
}
