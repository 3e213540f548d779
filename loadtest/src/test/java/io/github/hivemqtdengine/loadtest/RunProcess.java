// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Child process that runs {@code loadtest/run}. */
record RunProcess(Process process, Path printed) implements AutoCloseable {

    /** System property with further arguments of this JVM and its child JVMs. */
    private static final String CHILD_JVM = "loadtest.child-jvm";

    static RunProcess start(Path folder, String... arguments) throws IOException {
        return start(folder, Map.of(), arguments);
    }

    /** @param environment further environment variables */
    static RunProcess start(Path folder, Map<String, String> environment, String... arguments) throws IOException {
        var command = command();
        command.addAll(List.of(arguments));
        var printed = folder.resolve("printed.txt");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(printed.toFile());
        builder.environment().putAll(environment);
        return new RunProcess(builder.start(), printed);
    }

    /** Returns the command line without arguments of the program. */
    static List<String> command() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-Dfile.encoding=UTF-8", "-Dlogback.configurationFile=loadtest-logback.xml"));
        var children = System.getProperty(CHILD_JVM, "").strip();
        if (!children.isEmpty()) {
            command.addAll(List.of(children.split(" +")));
            command.add("-D" + CHILD_JVM + "=" + children);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LoadTest.class.getName()));
        return command;
    }

    String output() throws IOException {
        return Files.readString(printed);
    }

    /** Waits until the process has printed a text so many times; fails if it ends before. */
    void awaitOutput(String text, int times) throws IOException, InterruptedException {
        while (count(text) < times) {
            boolean hasEnded = process.waitFor(20, TimeUnit.MILLISECONDS);
            assertThat(hasEnded && count(text) < times).as(output()).isFalse();
        }
    }

    /** Returns how often the process has printed a text. */
    int count(String text) throws IOException {
        return output().split(Pattern.quote(text), -1).length - 1;
    }

    /** Returns the only result file with this extension. */
    static Path result(Path folder, String ending) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .reduce((one, other) -> {
                        throw new IllegalStateException("There are " + one + " and " + other);
                    })
                    .orElseThrow(() -> new IOException("There is no " + ending + " in " + folder));
        }
    }

    /** Returns all running child processes. */
    Stream<ProcessHandle> descendants() {
        return process.descendants();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
