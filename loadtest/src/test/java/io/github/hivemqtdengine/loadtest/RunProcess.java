package io.github.hivemqtdengine.loadtest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** {@code loadtest/run} in a process of its own. */
record RunProcess(Process process, Path printed) implements AutoCloseable {

    /** Further arguments of this JVM and of those that it starts. */
    private static final String CHILD_JVM = "loadtest.child-jvm";

    static RunProcess start(Path folder, String... arguments) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-Dfile.encoding=UTF-8", "-Dlogback.configurationFile=loadtest-logback.xml"));
        var children = System.getProperty(CHILD_JVM, "").strip();
        if (!children.isEmpty()) {
            command.addAll(List.of(children.split(" +")));
            command.add("-D" + CHILD_JVM + "=" + children);
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LoadTest.class.getName()));
        command.addAll(List.of(arguments));
        var printed = folder.resolve("printed.txt");
        return new RunProcess(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(printed.toFile())
                        .start(),
                printed);
    }

    String output() throws IOException {
        return Files.readString(printed);
    }

    /** The file of its results with such an ending, which must be one. */
    static Path result(Path folder, String ending) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .reduce((one, other) -> {
                        throw new IllegalStateException("There are " + one + " and " + other);
                    })
                    .orElseThrow(() -> new IOException("There is no " + ending + " in " + folder));
        }
    }

    /** All processes that it has started and that still run. */
    Stream<ProcessHandle> descendants() {
        return process.descendants();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
