package io.github.hivemqtdengine.loadtest.measure;

import java.time.Instant;

/** The clock that publishers and subscribers share: both are in this process. */
public final class EpochMicros {

    private EpochMicros() {}

    /** Microseconds since the epoch. */
    public static long now() {
        var now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }
}
