// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.route.table.EqualTimestamps;

/**
 * Time keys of a route's rows.
 *
 * @param onEqual handling of equal timestamps within a subtable, for all of the route's tables
 * @param areArrivals whether the time key of every row is the arrival time
 * @param haveManyRows whether a message may become more than one row
 */
public record TimeKeys(EqualTimestamps onEqual, boolean areArrivals, boolean haveManyRows) {

    /** Keys of rows whose statement determines them, so that equal ones are neither changed, counted nor rejected. */
    static final TimeKeys OF_STATEMENT = new TimeKeys(EqualTimestamps.COMPOSITE_KEY, false, true);
}
