// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Machine and software of a run.
 *
 * @param started start of the run
 * @param command command line that repeats it
 * @param processor name of the processor
 * @param cores cores visible to this JVM
 * @param memoryMb the machine's memory
 * @param system operating system
 * @param java JVM of loader and broker
 * @param load load averages of the last 1, 5 and 15 minutes at the start: metrics of a busy machine are unreliable
 * @param loader version of this suite and its MQTT client
 * @param extension version of the extension
 * @param broker broker and its version
 * @param database database and its version
 */
public record Environment(
        Instant started,
        String command,
        String processor,
        int cores,
        long memoryMb,
        String system,
        String java,
        String load,
        String loader,
        String extension,
        String broker,
        String database) {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final Path LOAD = Path.of("/proc/loadavg");
    private static final long BYTES_PER_MB = 1024 * 1024;

    /** Returns the environment of a run that starts now on this machine. */
    public static Environment now(String command, String loader, String extension, String broker, String database) {
        var machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new Environment(
                Instant.now(),
                command,
                lineOf(PROCESSORS, "model name").replaceFirst("^.*?:\\s*", ""),
                Runtime.getRuntime().availableProcessors(),
                machine.getTotalMemorySize() / BYTES_PER_MB,
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                lineOf(LOAD, "").replaceFirst("^(\\S+ \\S+ \\S+).*", "$1"),
                loader,
                extension,
                broker,
                database);
    }

    private static String lineOf(Path file, String start) {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(start)).findFirst().orElse("unknown");
        } catch (IOException e) {
            return "unknown"; // not on Linux
        }
    }
}
