package io.github.hivemqtdengine.loadtest.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Where figures were taken.
 *
 * @param time when the run began
 * @param processor the processor's name
 * @param cores the cores that this JVM sees
 * @param system the operating system
 * @param java the JVM of loader, broker and QuestDB
 * @param load the load average when the run began: figures of a busy machine say little
 * @param database the database
 * @param command how to run it again
 */
public record Machine(
        String time,
        String processor,
        int cores,
        String system,
        String java,
        String load,
        String database,
        String command) {

    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final Path LOAD = Path.of("/proc/loadavg");

    /** This machine, now. */
    public static Machine describe(String database, String command) {
        return new Machine(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                lineOf(PROCESSORS, "model name").replaceFirst(".*: ", ""),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                lineOf(LOAD, ""),
                database,
                command);
    }

    private static String lineOf(Path file, String start) {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(start)).findFirst().orElse("unknown");
        } catch (IOException e) {
            return "unknown"; // not on Linux
        }
    }

    @Override
    public String toString() {
        return String.join(
                "\n",
                "command    " + command,
                "time       " + time,
                "machine    " + processor + ", " + cores + " cores, " + system,
                "load       " + load,
                "JVM        " + java,
                "broker     HiveMQ CE embedded, in a JVM of its own for each mode",
                "database   " + database);
    }
}
