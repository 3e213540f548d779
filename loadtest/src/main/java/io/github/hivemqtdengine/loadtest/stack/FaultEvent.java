// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

/**
 * Fault that was injected.
 *
 * @param what short description
 * @param fromMicros begin, in epoch microseconds
 * @param toMicros end of the recovery, in epoch microseconds
 */
public record FaultEvent(String what, long fromMicros, long toMicros) {}
