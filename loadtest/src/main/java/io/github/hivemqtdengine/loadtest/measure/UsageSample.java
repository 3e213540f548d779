// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import org.jspecify.annotations.Nullable;

/**
 * CPU and memory of broker, database and loader at one time of a round. A value that is unknown is {@code null}: the
 * process was not started by this suite, or it ended or started within the interval.
 *
 * @param second seconds since the start, the end of the interval
 * @param brokerCores CPU time of the broker by the length of the interval: the number of cores that it kept busy
 * @param databaseCores the same of the database
 * @param loaderCores the same of this process
 * @param brokerMemoryMb resident memory in MB
 * @param databaseMemoryMb MB
 * @param loaderMemoryMb MB
 */
public record UsageSample(
        double second,
        @Nullable Double brokerCores,
        @Nullable Double databaseCores,
        @Nullable Double loaderCores,
        @Nullable Double brokerMemoryMb,
        @Nullable Double databaseMemoryMb,
        @Nullable Double loaderMemoryMb) {}
