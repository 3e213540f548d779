// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

import java.util.Locale;

/** Kind of event that is counted for each route: a constant of an enum, which is all that it needs. */
public interface RouteCounter extends Metric {

    /** Returns the constant's name. */
    String name();

    /** Returns the constant's place in its enum. */
    int ordinal();

    /** Returns the place of the enum's first constant among all counters of a route. */
    default int first() {
        return 0;
    }

    /** Returns the constant's place among all counters of a route. */
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
