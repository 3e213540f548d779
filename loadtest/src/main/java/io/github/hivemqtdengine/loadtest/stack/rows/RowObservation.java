// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.rows;

/**
 * Row count at a point in time.
 *
 * @param epochMicros time of the answer
 * @param rows number of rows
 */
public record RowObservation(long epochMicros, long rows) {}
