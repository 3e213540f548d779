package io.github.hivemqtdengine.loadtest.measure;

import java.time.Instant;

/** Clock shared by publishers and subscribers, which run in one process. */
public final class EpochMicros {

    private EpochMicros() {}

    public static long now() {
        var now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }
}
