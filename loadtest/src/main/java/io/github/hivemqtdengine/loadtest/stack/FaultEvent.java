package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.scenario.Fault;

/**
 * A fault that happened.
 *
 * @param fault what was asked for
 * @param what a few words
 * @param fromMicros when it began, epoch microseconds
 * @param toMicros when everything worked again, epoch microseconds
 */
public record FaultEvent(Fault fault, String what, long fromMicros, long toMicros) {}
