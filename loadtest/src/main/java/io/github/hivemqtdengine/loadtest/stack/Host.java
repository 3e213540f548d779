// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Machine of loader, broker and database.
 *
 * @param processor name of the processor
 * @param cores cores visible to this JVM
 * @param memoryMb the machine's memory
 * @param system operating system
 * @param java JVM of loader and broker
 * @param load load averages of the last 1, 5 and 15 minutes: metrics of a busy machine are unreliable
 */
public record Host(String processor, int cores, long memoryMb, String system, String java, String load) {

    private static final String UNKNOWN = "unknown";
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final Path LOAD = Path.of("/proc/loadavg");
    private static final long BYTES_PER_MB = 1024 * 1024;

    public static Host now() {
        var machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Host(
                lineOf(PROCESSORS, "model name").replaceFirst("^.*?:\\s*", ""),
                Runtime.getRuntime().availableProcessors(),
                machine.getTotalMemorySize() / BYTES_PER_MB,
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                lineOf(LOAD, "").replaceFirst("^(\\S+ \\S+ \\S+).*", "$1"));
    }

    private static String lineOf(Path file, String start) {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(start)).findFirst().orElse(UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN; // not on Linux
        }
    }
}
