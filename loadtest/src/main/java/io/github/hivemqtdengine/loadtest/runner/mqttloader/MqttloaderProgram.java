// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.mqttloader;

import io.github.hivemqtdengine.loadtest.stack.process.Guardian;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Installed mqttloader, 0.8.3 or later, which is the first version with microseconds. */
public final class MqttloaderProgram {

    private static final Pattern VERSION = Pattern.compile("MQTTLoader version ((\\d+)\\.(\\d+)\\.(\\d+))");
    private static final int FIRST = number("0", "8", "3");
    private static final Duration TO_HELP = Duration.ofMinutes(1);
    private static final long SECONDS_TO_END = 10;
    private static final int LINES_TO_SHOW = 30;

    private final Path program;
    private final String version;

    private MqttloaderProgram(Path program, String version) {
        this.program = program;
        this.version = version;
    }

    /**
     * Checks the version.
     *
     * @param home folder with {@code bin/mqttloader}
     * @throws IOException if it is missing or too old
     */
    public static MqttloaderProgram at(Path home) throws IOException, InterruptedException {
        var program = home.resolve("bin/mqttloader");
        if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
            throw new IOException("There is no mqttloader in " + home + ": " + program + " is not a program");
        }
        try (var folder = GuardedFolder.create("mqttloader-")) {
            return new MqttloaderProgram(
                    program, version(program, run(List.of(program.toString(), "-h"), folder, TO_HELP)));
        }
    }

    private static String version(Path program, Said said) throws IOException {
        var found = VERSION.matcher(said.printed());
        if (!found.find()) {
            throw new IOException(program + " does not say which mqttloader it is" + said.end());
        }
        if (number(found.group(2), found.group(3), found.group(4)) < FIRST) {
            throw new IOException(program + " is mqttloader " + found.group(1) + ": 0.8.3 or newer is needed");
        }
        return found.group(1);
    }

    private static int number(String major, String minor, String patch) {
        return (Integer.parseInt(major) * 1_000 + Integer.parseInt(minor)) * 1_000 + Integer.parseInt(patch);
    }

    public String version() {
        return version;
    }

    /**
     * Runs mqttloader until it ends, or for {@code limit}: after losing its broker it may print its report and then
     * wait forever for an acknowledgement.
     *
     * @param configuration its file
     * @throws IOException if it fails, with its last output lines
     */
    public Said run(Path configuration, GuardedFolder folder, Duration limit) throws IOException, InterruptedException {
        return run(List.of(program.toString(), "-c", configuration.toString()), folder, limit);
    }

    private static Said run(List<String> command, GuardedFolder folder, Duration limit)
            throws IOException, InterruptedException {
        var printed = folder.path().resolve("printed.txt");
        var logged = folder.path().resolve("logged.txt");
        var process = new ProcessBuilder(command)
                .redirectOutput(printed.toFile())
                .redirectError(logged.toFile())
                .start();
        try {
            folder.guardian().watch(process.toHandle());
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            var said = new Said(text(printed), text(logged), ended);
            if (ended && process.exitValue() != 0) {
                throw new IOException("mqttloader ended with " + process.exitValue() + said.end());
            }
            return said;
        } finally {
            end(process, folder.guardian());
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static void end(Process process, Guardian guardian) throws IOException {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        guardian.forget(process.toHandle());
    }

    /**
     * Output of mqttloader.
     *
     * @param printed standard output: the report
     * @param logged standard error: the log
     * @param ended whether it ended by itself
     */
    public record Said(String printed, String logged, boolean ended) {

        /** Returns its last lines, log first, to append to a sentence. */
        public String end() {
            var lines = Stream.of(logged, printed).flatMap(String::lines).toList();
            return lines.isEmpty()
                    ? ", and said nothing"
                    : ":\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_TO_SHOW), lines.size()));
        }
    }
}
