// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

/**
 * Agent of a round: its clock compared with the commander's, and what its process used.
 *
 * @param name address of the agent
 * @param offsetMs what its clock was ahead before the round, in milliseconds; corrected in all figures
 * @param uncertaintyMs the comparisons of the clocks are exact to plus or minus this, in milliseconds
 * @param driftMs what its clock gained during the round, in milliseconds; not corrected
 * @param cpuSeconds CPU time of its process; 0 if unknown
 * @param memoryMb resident memory of its process at the end; 0 if unknown
 */
public record AgentFigures(
        String name, double offsetMs, double uncertaintyMs, double driftMs, double cpuSeconds, double memoryMb) {

    /** Returns the largest error of its time stamps during the round, in milliseconds. */
    public double errorMs() {
        return uncertaintyMs + Math.abs(driftMs);
    }

    /** Returns whether the drift is more than the comparisons' uncertainty. */
    public boolean hasDrifted() {
        return Math.abs(driftMs) > 2 * uncertaintyMs;
    }
}
