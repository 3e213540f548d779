// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a record file as a {@link LoadResult}. Publishers are numbered in the order of their client ids. A file without
 * a start, as from versions before 0.8.5, starts with its first event. The format lacks acknowledgements and message
 * numbers: no message counts as acknowledged, and lost is the shortfall of deliveries. Connections are its client ids.
 */
final class RecordFileReader {

    /** Least valid time, in 2001; mqttloader 0.7 wrote milliseconds, where this value is in the year 33658. */
    private static final long LEAST_MICROS = 1_000_000_000_000_000L;

    private final int copies;
    private final Map<String, List<Long>> sent = new TreeMap<>();
    private final Map<String, List<Long>> received = new TreeMap<>();
    private final Map<String, List<Long>> latencies = new TreeMap<>();
    private @Nullable Long start;

    /** @param copies number of subscribers that receive each message */
    RecordFileReader(int copies) {
        this.copies = copies;
    }

    /**
     * Reads the file.
     *
     * @throws IOException if the file cannot be read, or with the number of an invalid line
     */
    LoadResult read(Path file) throws IOException {
        try (var lines = Files.newBufferedReader(file)) {
            int number = 0;
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                try {
                    add(line);
                } catch (IllegalArgumentException e) {
                    throw new IOException(
                            file + ", line " + number + ": '" + line + "' is no record: " + e.getMessage(), e);
                }
            }
        }
        return result();
    }

    private void add(String line) {
        var parts = line.split(",", -1);
        long micros = Long.parseLong(parts[0]);
        if (micros < LEAST_MICROS) {
            throw new IllegalArgumentException("the time is not in microseconds");
        }
        if (parts.length == 1 || parts[1].isEmpty()) {
            start = micros;
        } else if (parts.length >= 3 && parts[2].equals("S")) {
            add(sent, parts[1], micros);
        } else if (parts.length >= 4 && parts[2].equals("R")) {
            add(received, parts[1], micros);
            add(latencies, parts[1], Long.parseLong(parts[3]));
        } else {
            throw new IllegalArgumentException("neither S nor R");
        }
    }

    private static void add(Map<String, List<Long>> samples, String client, long value) {
        samples.computeIfAbsent(client, name -> new ArrayList<>()).add(value);
    }

    private LoadResult result() {
        var sends = sent.values().stream().flatMap(List::stream).sorted().toList();
        var arrivals = received.values().stream().flatMap(List::stream).sorted().toList();
        long first = start != null
                ? start
                : Math.min(
                        sends.isEmpty() ? Long.MAX_VALUE : sends.get(0),
                        arrivals.isEmpty() ? Long.MAX_VALUE : arrivals.get(0));
        long endOfSending = sends.isEmpty() ? first : sends.get(sends.size() - 1);
        var deliveries = deliveries(first, sends.size(), arrivals);
        var clients = new LoadResult.Connections(sent.size() + received.size(), 0, 0, 0, 0);
        return new LoadResult(
                first,
                endOfSending,
                Math.max(endOfSending, deliveries.lastMicros()),
                logs(),
                perSecond(first, sends),
                new LatencyHistogram(),
                deliveries,
                clients,
                new LoadResult.Calls(new LatencyHistogram(), 0),
                List.of());
    }

    private LoadResult.Deliveries deliveries(long first, long messages, List<Long> arrivals) {
        var perSecond = new LatencySeries();
        var all = new LatencyHistogram();
        received.forEach((client, times) -> {
            var ofClient = new TreeMap<Integer, List<Long>>();
            for (int i = 0; i < times.size(); i++) {
                int second = Math.toIntExact(Math.max(0, times.get(i) - first) / 1_000_000);
                long micros = Objects.requireNonNull(latencies.get(client)).get(i);
                ofClient.computeIfAbsent(second, each -> new ArrayList<>()).add(micros);
                all.add(micros);
            }
            var series = new LatencySeries();
            ofClient.forEach((second, each) -> each.forEach(micros -> series.add(second, micros)));
            perSecond.add(series);
        });
        long expected = messages * copies;
        return new LoadResult.Deliveries(
                expected,
                arrivals.size(),
                Math.max(0, expected - arrivals.size()),
                0,
                Math.max(0, arrivals.size() - expected),
                arrivals.isEmpty() ? 0 : arrivals.get(arrivals.size() - 1),
                perSecond(first, arrivals),
                all,
                perSecond,
                List.of());
    }

    private static PerSecond perSecond(long first, List<Long> times) {
        var perSecond = new PerSecond(first);
        times.forEach(time -> perSecond.add(time, 1));
        return perSecond;
    }

    private List<SentLog> logs() {
        var logs = new ArrayList<SentLog>();
        sent.values().forEach(times -> {
            var log = new SentLog(logs.size());
            times.stream().sorted().forEach(log::sent);
            logs.add(log);
        });
        return logs;
    }
}
