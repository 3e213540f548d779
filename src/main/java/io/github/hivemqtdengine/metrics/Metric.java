// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.metrics;

/** Declaration of a metric. The tables of docs/metrics.md are written from the declarations. */
public interface Metric {

    /**
     * Returns the metric's name below {@code com.hivemq.extensions.tdengine}, with {@code <id>} for the id of a route,
     * a database or a schema registry.
     */
    String metric();

    Meaning meaning();

    /** Returns the metric's name for an id; the id is ignored if there is one metric for all. */
    default String metric(String id) {
        return metric().replace("<id>", id);
    }

    /**
     * What a metric shows.
     *
     * @param english in Markdown, without a full stop at the end
     * @param chinese the same in Chinese
     */
    record Meaning(Type type, String english, String chinese) {}

    /** Class of a metric, or the unit of a gauge. */
    enum Type {
        COUNTER,
        HISTOGRAM,
        TIMER,
        FLAG,
        COUNT,
        MESSAGES,
        ROWS,
        VALUES,
        BYTES,
        SHARE,
        MILLISECONDS,
        SECONDS
    }
}
