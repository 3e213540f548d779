// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

/** Code in a package of the extension that takes CPU time. */
public final class BusyLoop {

    private BusyLoop() {}

    /** Runs for about 200 ms of CPU time. */
    public static double run() {
        double sum = 0;
        for (int i = 1; i < 20_000_000; i++) {
            sum += Math.log(i);
        }
        return sum;
    }
}
