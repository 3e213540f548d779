package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.stack.BrokerMode;

/**
 * One run without a subscriber.
 *
 * @param messages how many were published
 * @param rows how many rows the database has more than before; 0 without the extension
 * @param publishedPerSecond until the last acknowledgement
 * @param storedPerSecond rows, until the last one could be counted; until the last acknowledgement without the extension
 * @param brokerMicros the broker's CPU time for each message
 * @param loaderMicros the publishers' CPU time for each message
 * @param databaseMicros the database's CPU time for each message
 */
record StoringRound(
        StoringLoad load,
        BrokerMode mode,
        long messages,
        long rows,
        double publishedPerSecond,
        double storedPerSecond,
        double brokerMicros,
        double loaderMicros,
        double databaseMicros) {}
