// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.time;

import java.time.Instant;

/** Clock for the time of day. May be called by any thread. */
@FunctionalInterface
public interface EpochClock {

    /** System clock. */
    EpochClock SYSTEM = () -> {
        var now = Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    };

    /** Returns the microseconds since the epoch. */
    long micros();
}
