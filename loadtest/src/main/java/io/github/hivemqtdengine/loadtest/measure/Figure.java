// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Metric of a round. Its word is used in scenario files, JSON and CSV, and never changes its meaning. */
public enum Figure {
    // publishers
    SENT("messages sent", "", Better.NEITHER),
    UNSENT("messages not sent", "", Better.LOWER),
    PUBLISHED_PER_SECOND("published", "msg/s", Better.HIGHER),
    PUBLISHER_MAXIMUM_THROUGHPUT("publishers' maximum throughput as mqttloader counts", "msg/s", Better.HIGHER),
    PUBLISHER_AVERAGE_THROUGHPUT("publishers' average throughput as mqttloader counts", "msg/s", Better.HIGHER),
    ACKNOWLEDGEMENT_P50_MS("time to acknowledgement, median", "ms", Better.LOWER),
    ACKNOWLEDGEMENT_P99_MS("time to acknowledgement, p99", "ms", Better.LOWER),
    ACKNOWLEDGEMENT_MAXIMUM_MS("time to acknowledgement, maximum", "ms", Better.LOWER),
    UNACKNOWLEDGED("messages not acknowledged", "", Better.LOWER),
    // subscribers
    DELIVERIES("deliveries", "", Better.NEITHER),
    DELIVERIES_PER_SECOND("deliveries", "msg/s", Better.HIGHER),
    SUBSCRIBER_MAXIMUM_THROUGHPUT("subscribers' maximum throughput as mqttloader counts", "msg/s", Better.HIGHER),
    SUBSCRIBER_AVERAGE_THROUGHPUT("subscribers' average throughput as mqttloader counts", "msg/s", Better.HIGHER),
    LATENCY_AVERAGE_MS("latency, average", "ms", Better.LOWER),
    LATENCY_P50_MS("latency, median", "ms", Better.LOWER),
    LATENCY_P90_MS("latency, p90", "ms", Better.LOWER),
    LATENCY_P99_MS("latency, p99", "ms", Better.LOWER),
    LATENCY_P999_MS("latency, p99.9", "ms", Better.LOWER),
    LATENCY_MAXIMUM_MS("latency, maximum", "ms", Better.LOWER),
    LATENCY_NEGATIVE("latencies below 0, which count as 0", "", Better.LOWER),
    DELIVERIES_LOST("lost deliveries", "", Better.LOWER),
    DELIVERIES_UNDER_WAY("deliveries under way at the end", "", Better.LOWER),
    DELIVERIES_DUPLICATED("duplicated deliveries", "", Better.LOWER),
    // rows
    ROWS_EXPECTED("rows expected", "", Better.NEITHER),
    ROWS_STORED("rows stored", "", Better.HIGHER),
    ROWS_MISSING("rows missing", "", Better.LOWER),
    ROWS_DUPLICATED("rows duplicated", "", Better.LOWER),
    ROWS_OVERWRITTEN("rows overwritten", "", Better.LOWER),
    ROWS_LOST("rows missing and not overwritten", "", Better.LOWER),
    ROWS_LATE("rows late", "", Better.LOWER),
    ROWS_OUT_OF_ORDER("rows missing before a later row of their topic", "", Better.LOWER),
    ROWS_PER_SECOND("rows stored", "rows/s", Better.HIGHER),
    COMMIT_RESOLUTION_MS("time between two counts of the rows, median", "ms", Better.NEITHER),
    COMMIT_AVERAGE_MS("publish to commit, average", "ms", Better.LOWER),
    COMMIT_P50_MS("publish to commit, median", "ms", Better.LOWER),
    COMMIT_P90_MS("publish to commit, p90", "ms", Better.LOWER),
    COMMIT_P99_MS("publish to commit, p99", "ms", Better.LOWER),
    COMMIT_MAXIMUM_MS("publish to commit, maximum", "ms", Better.LOWER),
    // machine
    BROKER_CPU_US("broker CPU per message", "us", Better.LOWER),
    LOADER_CPU_US("loader CPU per message", "us", Better.LOWER),
    LOADER_LOOP_CPU_PERCENT("CPU of the loader's busiest event loop", "%", Better.LOWER),
    LOADER_SEND_LATE_P99_MS("planned messages that the loader sent late, p99", "ms", Better.LOWER),
    LOADER_SEND_LATE_MAXIMUM_MS("planned messages that the loader sent late, maximum", "ms", Better.LOWER),
    LOADER_READ_LATE_P99_MS("deliveries that the loader may have read late, p99", "ms", Better.LOWER),
    LOADER_READ_LATE_MAXIMUM_MS("deliveries that the loader may have read late, maximum", "ms", Better.LOWER),
    DATABASE_CPU_US("database CPU per message", "us", Better.LOWER),
    BROKER_MEMORY_MB("broker memory", "MB", Better.LOWER),
    BROKER_HEAP_AT_REST_MB("broker heap at rest", "MB", Better.LOWER),
    BROKER_HEAP_MB("broker heap", "MB", Better.LOWER),
    DATABASE_MEMORY_MB("database memory", "MB", Better.LOWER),
    DISK_BYTES_PER_ROW("database disk per row", "bytes", Better.LOWER),
    // connections
    CONNECTIONS("connections", "", Better.NEITHER),
    CONNECTIONS_REFUSED("connections refused", "", Better.LOWER),
    RECONNECTS("reconnects", "", Better.HIGHER),
    RECONNECT_ALL_MS("time until all publishers and subscribers were connected again, longest", "ms", Better.LOWER),
    CONNECTS_PER_SECOND("connects", "1/s", Better.HIGHER),
    CONNECTIONS_LOST("connections lost", "", Better.LOWER),
    MEMORY_PER_CONNECTION_KB("broker memory per connection", "KB", Better.LOWER),
    BROKER_THREADS("broker threads", "", Better.LOWER),
    CALLS_ANSWERED("calls answered", "", Better.HIGHER),
    CALLS_UNANSWERED("calls unanswered", "", Better.LOWER),
    CALL_AVERAGE_MS("call, average", "ms", Better.LOWER),
    CALL_P99_MS("call, p99", "ms", Better.LOWER);

    private final String title;
    private final String unit;
    private final Better better;

    Figure(String title, String unit, Better better) {
        this.title = title;
        this.unit = unit;
        this.better = better;
    }

    /**
     * Returns the metric named by a word like {@code latency-p99-ms}.
     *
     * @throws IllegalArgumentException if there is none
     */
    @JsonCreator
    public static Figure ofWord(String word) {
        return valueOf(word.strip().toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the name shown in reports. */
    public String title() {
        return title;
    }

    /** Returns the unit shown in reports; empty for a count. */
    public String unit() {
        return unit;
    }

    /** Returns whether it is a time until the commit, which is not known below {@link #COMMIT_RESOLUTION_MS}. */
    public boolean isCommitTime() {
        return compareTo(COMMIT_AVERAGE_MS) >= 0 && compareTo(COMMIT_MAXIMUM_MS) <= 0;
    }

    public Better better() {
        return better;
    }

    /** Direction in which a metric improves. */
    public enum Better {
        HIGHER,
        LOWER,
        NEITHER
    }
}
