// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Resource usage of processes up to a point in time. A value unknown for one of them is unknown in total.
 *
 * @param pids ids of the processes
 * @param cpu CPU time
 * @param memoryBytes resident memory
 * @param threads number of threads
 */
public record ProcessFigures(Set<Long> pids, Optional<Duration> cpu, OptionalLong memoryBytes, OptionalLong threads) {

    private static final long BYTES_PER_KB = 1024;
    private static final String MEMORY = "VmRSS:";
    private static final String THREADS = "Threads:";

    public ProcessFigures {
        pids = Set.copyOf(pids);
    }

    /** Returns the current usage of processes. */
    public static ProcessFigures of(Collection<ProcessHandle> processes) {
        var pids = new HashSet<Long>();
        processes.forEach(process -> pids.add(process.pid()));
        var memory = sum(processes, process -> status(process, MEMORY));
        return new ProcessFigures(
                pids,
                sum(processes, ProcessFigures::cpuNanos).map(Duration::ofNanos),
                memory.map(kilobytes -> OptionalLong.of(kilobytes * BYTES_PER_KB))
                        .orElse(OptionalLong.empty()),
                sum(processes, process -> status(process, THREADS))
                        .map(OptionalLong::of)
                        .orElse(OptionalLong.empty()));
    }

    /** Returns the CPU time used since {@code earlier}; unknown if a process has ended or started in between. */
    public Optional<Duration> cpuSince(ProcessFigures earlier) {
        if (!pids.equals(earlier.pids)) {
            return Optional.empty();
        }
        return cpu.flatMap(now -> earlier.cpu.map(now::minus));
    }

    private static Optional<Long> sum(
            Collection<ProcessHandle> processes, Function<ProcessHandle, Optional<Long>> figure) {
        List<Optional<Long>> figures = processes.stream().map(figure).toList();
        if (figures.isEmpty() || figures.stream().anyMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        return Optional.of(figures.stream().mapToLong(Optional::orElseThrow).sum());
    }

    private static Optional<Long> cpuNanos(ProcessHandle process) {
        return process.isAlive() ? process.info().totalCpuDuration().map(Duration::toNanos) : Optional.empty();
    }

    /** Reads a line of Linux's process status, like {@code VmRSS:     51436 kB}. */
    private static Optional<Long> status(ProcessHandle process, String key) {
        var file = Path.of("/proc", Long.toString(process.pid()), "status");
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(key))
                    .map(line -> Long.parseLong(line.substring(key.length()).replaceAll("\\D", "")))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty(); // not on Linux, or the process has ended
        }
    }
}
