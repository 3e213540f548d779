// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Account of one route. When nothing is being processed, its {@link #difference} is 0. Thread-safe. */
@FunctionalInterface
public interface RouteCounters {

    /** All counters of a route. */
    List<RouteCounter> ALL = Stream.<RouteCounter[]>of(
                    AccountCounter.values(), DropReason.values(), MappingEvent.values())
            .<RouteCounter>flatMap(Arrays::stream)
            .toList();

    /** Returns what was counted so far. */
    long get(RouteCounter counter);

    default long received() {
        return get(AccountCounter.RECEIVED);
    }

    default long stored() {
        return get(AccountCounter.STORED);
    }

    default long deadLettered() {
        return get(AccountCounter.DEAD_LETTERED);
    }

    default long inFlight() {
        return get(AccountCounter.IN_FLIGHT);
    }

    /** Returns the messages that are neither stored nor kept, for any reason. */
    default long dropped() {
        return Arrays.stream(DropReason.values()).mapToLong(this::get).sum();
    }

    /** Returns the imbalance of the account; a value other than 0 while nothing is processed is a defect. */
    default long difference() {
        return received() - stored() - deadLettered() - dropped() - inFlight();
    }
}
