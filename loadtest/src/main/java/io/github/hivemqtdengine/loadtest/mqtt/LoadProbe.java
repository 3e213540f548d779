// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.measure.LoadCounts;

/** Access to the counts of a running load. Any thread may use it, at most about once a second. */
@FunctionalInterface
public interface LoadProbe {

    /** Returns the counts so far; takes up to half a second, while subscribers sleep. */
    LoadCounts counts() throws InterruptedException;
}
