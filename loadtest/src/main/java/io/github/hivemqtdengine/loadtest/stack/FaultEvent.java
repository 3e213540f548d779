// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.scenario.Fault;

/**
 * Fault that was injected.
 *
 * @param fault fault as planned
 * @param what short description
 * @param fromMicros begin, in epoch microseconds
 * @param toMicros end of the recovery, in epoch microseconds
 */
public record FaultEvent(Fault fault, String what, long fromMicros, long toMicros) {}
