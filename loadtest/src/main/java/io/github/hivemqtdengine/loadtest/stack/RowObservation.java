package io.github.hivemqtdengine.loadtest.stack;

/**
 * So many rows were there at a time.
 *
 * @param epochMicros when the count was answered
 * @param rows how many
 */
public record RowObservation(long epochMicros, long rows) {}
