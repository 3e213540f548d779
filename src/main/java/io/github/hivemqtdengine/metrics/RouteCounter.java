// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import java.util.Locale;

/** Kind of event that is counted for each route: a constant of one of these enums, which is all that it needs. */
public sealed interface RouteCounter extends Metric permits AccountCounter, DropReason, MappingEvent {

    /** Returns the constant's name. */
    String name();

    /** Returns the constant's place in its enum. */
    int ordinal();

    /** Returns the place of the enum's first constant in {@link RouteCounters#ALL}. */
    default int first() {
        return 0;
    }

    /** Returns the constant's place in {@link RouteCounters#ALL}. */
    default int index() {
        return first() + ordinal();
    }

    /** Returns what the metric's name begins with, for all constants of the enum: {@code mapping.}, for example. */
    default String prefix() {
        return "";
    }

    @Override
    default String metric() {
        return "route.<id>." + prefix() + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
