// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Distribution of a broker's CPU time and allocated bytes, read from a recording of JDK Flight Recorder. A sample
 * belongs to the innermost frame of the extension on its stack, so that libraries count for the code that calls them.
 * Threads that wait for a core are sampled too, so only the CPU time compares threads with each other.
 */
public final class CpuProfile {

    private static final String EXTENSION = "io.github.hivemqtdengine.";
    private static final String LOAD_TESTS = EXTENSION + "loadtest.";
    private static final String NO_EXTENSION = "broker, driver and JVM";
    private static final int MOST_ROWS = 20;
    /** Units of a load of 1, so that small loads survive the conversion to whole numbers. */
    private static final double LOAD_UNITS = 1_000_000;

    private final Shares threads = new Shares();
    private final Shares packages = new Shares();
    private final Shares methods = new Shares();
    private final Shares allocations = new Shares();

    /** Amounts by name. */
    private static final class Shares {

        private final Map<String, Long> amounts = new HashMap<>();
        private long total;

        void add(String name, long amount) {
            amounts.merge(name, amount, Long::sum);
            total += amount;
        }

        /** Returns the largest amounts as percentages. */
        TextTable table(String title, String name) {
            var table = new TextTable(title, name, "%");
            amounts.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                            .thenComparing(Map.Entry.comparingByKey()))
                    .limit(MOST_ROWS)
                    .forEach(entry -> table.add(entry.getKey(), 100.0 * entry.getValue() / Math.max(1, total)));
            return table;
        }
    }

    private CpuProfile() {}

    /**
     * Reads a recording.
     *
     * @throws IOException if the file can't be read or is not a recording
     */
    public static CpuProfile read(Path recording) throws IOException {
        var profile = new CpuProfile();
        try (var events = new RecordingFile(recording)) {
            while (events.hasMoreEvents()) {
                profile.add(events.readEvent());
            }
        }
        return profile;
    }

    private void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" -> addSample(event);
            case "jdk.ThreadCPULoad" ->
                threads.add(
                        group(event.getThread()),
                        Math.round(LOAD_UNITS * (event.getFloat("user") + event.getFloat("system"))));
            case "jdk.ObjectAllocationSample" ->
                allocations.add(
                        ownFrame(event.getStackTrace())
                                .map(CpuProfile::packageOf)
                                .orElse(NO_EXTENSION),
                        event.getLong("weight"));
            default -> {} // not part of the profile
        }
    }

    private void addSample(RecordedEvent sample) {
        var own = ownFrame(sample.getStackTrace());
        packages.add(own.map(CpuProfile::packageOf).orElse(NO_EXTENSION), 1);
        own.ifPresent(frame -> methods.add(
                typeOf(frame).substring(EXTENSION.length()) + "."
                        + frame.getMethod().getName(),
                1));
    }

    /** Returns the name of a thread with its numbers replaced, so that the threads of a pool have one name. */
    private static String group(@Nullable RecordedThread thread) {
        if (thread == null) {
            return "threads of the JVM";
        }
        var name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
        return name.replaceAll("[0-9]+", "N");
    }

    private static Optional<RecordedFrame> ownFrame(@Nullable RecordedStackTrace stack) {
        return stack == null
                ? Optional.empty()
                : stack.getFrames().stream()
                        .filter(RecordedFrame::isJavaFrame)
                        .filter(frame -> isOfExtension(typeOf(frame)))
                        .findFirst();
    }

    private static boolean isOfExtension(String type) {
        return type.startsWith(EXTENSION) && !type.startsWith(LOAD_TESTS);
    }

    /** Returns the class of a frame; a lambda counts for the class that it is written in. */
    private static String typeOf(RecordedFrame frame) {
        var type = frame.getMethod().getType().getName();
        int lambda = type.indexOf("$$Lambda");
        return lambda < 0 ? type : type.substring(0, lambda);
    }

    private static String packageOf(RecordedFrame frame) {
        var type = typeOf(frame);
        return type.substring(EXTENSION.length(), Math.max(EXTENSION.length(), type.lastIndexOf('.')));
    }

    /** Returns the tables of the profile. */
    public List<TextTable> tables() {
        return List.of(
                threads.table("CPU time by thread", "thread"),
                packages.table("Samples by package of the extension", "package"),
                methods.table("Samples in the extension by method", "method"),
                allocations.table("Allocated bytes by package of the extension", "package"));
    }

    /** Returns the number of samples of running threads. */
    public long samples() {
        return packages.total;
    }
}
